/** Loads the input of an optimizer round: the current prompts, and the cases with their prompts. */

import type { CaseRepository } from "../../database/cases/case-repository.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { CurrentPrompt, PromptRepository } from "../../database/prompts/prompt-repository.ts";
import type { ProposalRepository } from "../../database/prompts/proposal-repository.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { blameOf } from "../../optimization/blame.ts";
import { briefOf, type CaseBrief } from "../../optimization/case-brief.ts";
import {
  type FoundPrompt,
  findPromptsInTurns,
  promptsBehind,
} from "../../optimization/find-prompts.ts";
import type { BlamedPrompt } from "../../optimization/suggest.ts";
import type { Case } from "../../protocol/api/api.ts";
import type { BlameMode, SuggestionOutcome } from "../../protocol/api/proposals.ts";
import { failedCaseOf } from "../attribution/failed-case.ts";

export interface LoadDeps {
  readonly cases: CaseRepository;
  readonly graphs: GraphRepository;
  readonly prompts: PromptRepository;
  readonly proposals: ProposalRepository;
}

type PromptDeps = Pick<LoadDeps, "prompts" | "proposals">;

/** A prompt with its version in use, and with earlier proposals for it. */
export interface KnownPrompt extends BlamedPrompt {
  readonly id: string;
  readonly version: number;
}

/**
 * A case of the round. If the model is asked about the case, `brief` is the text that the model
 * gets. Otherwise, `why` is the reason why the model is not asked.
 */
export type LoadedCase =
  | {
      readonly case: string;
      readonly brief: CaseBrief;
      readonly prompts: readonly KnownPrompt[];
    }
  | {
      readonly case: string;
      readonly brief?: undefined;
      readonly outcome: SuggestionOutcome;
      readonly why: string;
    };

const CASES_AT_ONCE = 10;
/** After this many characters, the work pauses, so that other requests can run. */
const TURN = 2_000_000;

/** Finds the project's prompts by name. Loads a prompt's text only if a case needs it. */
export class KnownPrompts {
  readonly #deps: PromptDeps;
  readonly #current: ReadonlyMap<string, CurrentPrompt>;
  readonly #read = new Map<string, Promise<KnownPrompt | undefined>>();

  /**
   * Reads the current prompts of the project.
   * @param names names of the wanted prompts; null for all prompts
   */
  static async of(deps: PromptDeps, names: readonly string[] | null): Promise<KnownPrompts> {
    const current = await deps.prompts.current(names ?? undefined);
    const steady = current.filter(({ isUnsteady }) => !isUnsteady);
    return new KnownPrompts(deps, new Map(steady.map((prompt) => [prompt.name, prompt])));
  }

  private constructor(deps: PromptDeps, current: ReadonlyMap<string, CurrentPrompt>) {
    this.#deps = deps;
    this.#current = current;
  }

  /**
   * Loads the prompt in the first call with this name. Later calls return the same object.
   * Undefined if the prompt or its text does not exist.
   */
  named(name: string): Promise<KnownPrompt | undefined> {
    const known = this.#read.get(name) ?? this.#load(this.#current.get(name));
    this.#read.set(name, known);
    return known;
  }

  async #load(current: CurrentPrompt | undefined): Promise<KnownPrompt | undefined> {
    if (current === undefined) return undefined;
    const { id, name, version, owners } = current;
    const text = await this.#deps.prompts.text(id, version);
    if (text === undefined) return undefined;
    const feeds = [...new Set(owners.map(({ opName }) => opName))];
    return { id, name, version, text, feeds, earlier: await this.#deps.proposals.earlier(id) };
  }
}

interface Wanted {
  readonly cases: readonly string[];
  /** Names of the prompts that the round is allowed to rewrite. Null for all prompts. */
  readonly prompts: readonly string[] | null;
  readonly attribution: BlameMode;
}

/** Loads each graph once. Skips deleted cases, and cases that used none of the wanted prompts. */
export async function lookAt(
  deps: LoadDeps,
  wanted: Wanted,
  known: KnownPrompts,
): Promise<LoadedCase[]> {
  const cases: Case[] = [];
  for (let start = 0; start < wanted.cases.length; start += CASES_AT_ONCE) {
    cases.push(...(await deps.cases.findAll(wanted.cases.slice(start, start + CASES_AT_ONCE))));
  }
  const loaded = new Map<string, LoadedCase>();
  for (const [graphId, ofGraph] of Map.groupBy(cases, ({ graph }) => graph)) {
    const opened = await deps.graphs.load(graphId);
    if (opened === undefined) continue;
    for (const one of ofGraph) {
      const seen = await lookAtCase(deps, opened.graph, one, wanted, known);
      if (seen !== undefined) loaded.set(one.id, seen);
    }
  }
  return wanted.cases.flatMap((id) => loaded.get(id) ?? []);
}

/** Undefined if the case used none of the wanted prompts. */
export async function lookAtCase(
  { prompts }: Pick<LoadDeps, "prompts">,
  graph: EvolutionGraph,
  found: Case,
  wanted: Omit<Wanted, "cases">,
  known: KnownPrompts,
): Promise<LoadedCase | undefined> {
  const failed = failedCaseOf(found);
  const unfixable = (why: string) => ({ case: found.id, outcome: "unfixable" as const, why });
  const blamed = blameOf(graph, failed, found.attribution, wanted.attribution);
  if (!blamed.ok) return unfixable(blamed.fault);
  const blame = blamed.value;
  await runGivingWay(findPromptsInTurns(graph), TURN);
  const behind = promptsBehind(graph, blame.op);
  if (behind.length === 0) {
    return unfixable(
      `No prompt is recorded for ${blame.opName}, so only a change of its code could prevent this answer.`,
    );
  }
  const ours: { own: KnownPrompt; found: FoundPrompt }[] = [];
  for (const prompt of behind) {
    const own = await known.named(prompt.name);
    if (own !== undefined) ours.push({ own, found: prompt });
  }
  if (ours.length === 0) {
    if (wanted.prompts !== null) return undefined;
    const name = behind[0]?.name;
    return unfixable(
      `The text of ${name} differs at nearly every call. Record the template instead of the filled-in text.`,
    );
  }
  const current = new Set<KnownPrompt>();
  const others: string[] = [];
  for (const { own, found: text } of ours) {
    const version = text.text === own.text ? own.version : await prompts.versionOf(text);
    if (version === own.version) current.add(own);
    else others.push(otherVersion(own, version));
  }
  if (current.size === 0) return { case: found.id, outcome: "outdated", why: others.join(" ") };
  // If the round blames the operation that the verdict names (`decisive`), show the model the
  // evidence of the verdict. If the round blames the response, or if the case has no verdict, show
  // the evidence of the case.
  const verdict = wanted.attribution === "decisive" ? found.attribution : null;
  const evidence = verdict?.evidence ?? found.evidence;
  const hidden = new Set(behind.map(({ variable }) => variable));
  const brief = briefOf(graph, failed, blame, evidence, hidden);
  return { case: found.id, brief, prompts: [...current] };
}

function otherVersion({ name, version }: KnownPrompt, then: number | undefined): string {
  const was = then === undefined ? "another text" : `version ${then}`;
  return `The question was answered with ${was} of ${name}; version ${version} is in use.`;
}
