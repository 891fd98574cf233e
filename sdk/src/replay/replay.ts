import type { MemTraceOptions } from "../core/options.ts";
import { matches } from "../experiments/matches.ts";
import { correctedOutput } from "./correction.ts";
import type { ReplayDeclaration } from "./declaration.ts";
import { runInSandbox, withTemporaryFolder } from "./guard.ts";
import type { ReplayEffect, ReplayFacts, ReplayPlan } from "./plan.ts";
import { ReplayRefused } from "./refused.ts";
import { HeldEvents, ReplaySide } from "./side.ts";

export type { ReplayOptions } from "../core/options.ts";
export type * from "./declaration.ts";
export type * from "./plan.ts";
export { ReplayRefused } from "./refused.ts";

export interface RunOptions {
  /** Options for the client that records the corrected run, as for `new MemTrace`. */
  client?: MemTraceOptions;
  /**
   * The texts that the wrong operation should have returned. If absent, the replay uses the output
   * that the service made from recorded values, such as the evidence messages.
   */
  values?: readonly string[];
  /** True if this process runs only the replay. The sandbox then limits the whole process. */
  isAlone?: boolean;
  /** Whether a person or a model wrote the texts in `values`. */
  source?: "given" | "model";
}

export interface Replayable {
  /** The command line recognises a replayable app by this field. */
  readonly kind: "replayable";
  /** @throws ReplayRefused if the replay used something outside its copy of the memory */
  run(plan: ReplayPlan, options?: RunOptions): Promise<ReplayFacts>;
}

/** Limits on texts and lists, because all facts go into one request of at most 1 MB. */
const MAX_TEXT_CHARS = 4_000;
const MAX_LISTED = 100;
const MAX_NEEDED = 20;

/**
 * Declares how to replay an app. Export the result as `replay` from the module for
 * `memtrace replay --with`.
 */
export function replayable(declared: ReplayDeclaration): Replayable {
  return { kind: "replayable", run: (plan, options = {}) => replay(declared, plan, options) };
}

async function replay(
  declared: ReplayDeclaration,
  plan: ReplayPlan,
  options: RunOptions,
): Promise<ReplayFacts> {
  const effect = correctedOutput(plan, options.values);
  const facts = initialFacts(declared, plan, effect, options);
  if (!plan.target || !effect || facts.needed.length > 0) return facts;
  const held = new HeldEvents(options.client);
  const control = new ReplaySide(declared, plan, plan.target.recorded);
  const corrected = new ReplaySide(declared, plan, effect, held);
  try {
    await withTemporaryFolder(async (folder) => {
      const paths = [folder, ...(declared.writes ?? [])];
      const { isAlone = false } = options;
      const allowed = { hosts: declared.reaches ?? [], paths, isAlone };
      const { refused, error } = await runInSandbox(allowed, () =>
        runBoth(declared, plan, facts, control, corrected, folder),
      );
      if (refused[0]) throw new ReplayRefused(refused[0]);
      if (error instanceof ReplayRefused) throw error;
      if (error) facts.needed.push(`The app failed in the replay: ${error}`);
    });
    facts.graph = await held.release(corrected);
  } finally {
    held.drop();
  }
  facts.ran = [...corrected.run.ran].slice(0, MAX_LISTED);
  facts.reused = corrected.run.reused;
  const needed = [...facts.needed, ...control.run.needed, ...corrected.run.needed].map(shortened);
  facts.needed = [...new Set(needed)].slice(0, MAX_NEEDED);
  return facts;
}

/** Returns the facts known before a run. The replay can start only if `needed` is empty. */
function initialFacts(
  { judge }: ReplayDeclaration,
  plan: ReplayPlan,
  effect: ReplayEffect | null,
  { values, source = "given" }: RunOptions,
): ReplayFacts {
  const { op, errorType, target } = plan;
  const needed = [...plan.needed];
  if (target && !effect)
    needed.push("The recorded data does not show the right value: give a value.");
  if (plan.expected.length === 0 && !judge)
    needed.push("The case has no expected answer: add one, or a `judge`.");
  const correction = target &&
    effect && {
      source: values ? source : ("evidence" as const),
      op: target.op,
      opName: target.name,
      values: effect.values.slice(0, MAX_LISTED).map(({ text }) => shortened(text)),
      kept: target.recorded.removed
        .filter((name) => !effect.removed.includes(name))
        .slice(0, MAX_LISTED),
    };
  return {
    ...{ op, errorType, correction, control: null, corrected: null, graph: null },
    ...{ judgedBy: judge ? "function" : "match", ran: [], reused: 0, needed },
  };
}

async function runBoth(
  declared: ReplayDeclaration,
  plan: ReplayPlan,
  facts: ReplayFacts,
  control: ReplaySide,
  corrected: ReplaySide,
  folder: string,
): Promise<void> {
  try {
    // Open both copies before the first run. If the app wrongly uses one memory for both copies,
    // the control run changes this memory. Then `copyMismatch` finds the change in the copy of the
    // corrected run.
    for (const side of [control, corrected]) await side.open(folder);
    const before = await control.answer();
    const isSame = before !== undefined && (declared.same ?? isSameAnswer)(before, plan.prediction);
    // If the control run gave another answer than the recorded one, the app decided differently,
    // and perhaps had nothing to write. So check what it wrote only if the answers are the same.
    if (isSame) await control.checkWritten();
    const mismatch = await corrected.copyMismatch();
    if (mismatch !== undefined) throw new ReplayRefused(mismatch);
    const after = await corrected.answer();
    if (before === undefined || after === undefined) return;
    const isRight = async (answer: string) =>
      (await declared.judge?.(answer, plan.expected, plan.query)) ?? matches(answer, plan.expected);
    facts.control = {
      answer: shortened(before),
      isRight: await isRight(before),
      isSame,
    };
    facts.corrected = { answer: shortened(after), isRight: await isRight(after) };
  } finally {
    for (const side of [control, corrected]) await side.close();
  }
}

function isSameAnswer(a: string, b: string): boolean {
  return matches(a, [b]) && matches(b, [a]);
}

function shortened(text: string): string {
  return text.slice(0, MAX_TEXT_CHARS);
}
