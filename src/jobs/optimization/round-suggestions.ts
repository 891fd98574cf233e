/**
 * For each case of a round, gathers the model's suggestion, or the reason why there is none.
 */

import type {
  NewSuggestion,
  RememberedSuggestion,
} from "../../database/prompts/proposal-repository.ts";
import type { CaseChange, RevisionPoint } from "../../optimization/aggregate.ts";
import { type CaseBrief, textsOf } from "../../optimization/case-brief.ts";
import { type Suggested, suggest } from "../../optimization/suggest.ts";
import type { BlameMode } from "../../protocol/api/proposals.ts";
import type { ModelFailure, Structured } from "../../protocol/model.ts";
import { afterFailure, type JobModel, type JobOutcome, type JobRun } from "../run-job.ts";
import type { KnownPrompt, LoadedCase } from "./load-cases.ts";

export interface RoundParts {
  readonly run: JobRun;
  readonly model: JobModel;
  readonly attribution: BlameMode;
  readonly loaded: readonly LoadedCase[];
  /** Earlier rounds' suggestions for the cases of this round. */
  readonly remembered: ReadonlyMap<string, RememberedSuggestion>;
  now(): number;
}

type Said = Partial<NewSuggestion> & Pick<NewSuggestion, "outcome" | "why">;

const AT_ONCE = 4;
/** Share of the job's budget for suggestions. Writing the prompts needs the other 30%. */
const FOR_SUGGESTIONS = 0.7;
const SAVED = "The round's budget is nearly used up; the rest is for writing the prompts.";

export class RoundSuggestions {
  readonly #parts: RoundParts;
  readonly #said = new Map<string, Said>();
  readonly #asked = new Map<string, Promise<Structured<Suggested>>>();

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }

  /**
   * The results, in the order of the cases. Later questions to the model contain the results. If a
   * repeated run had another order, the questions would differ and their cached answers could not
   * be used.
   */
  get all(): NewSuggestion[] {
    const nothing = { prompt: null, change: "", proposal: null, point: null };
    return this.#parts.loaded.flatMap(({ case: id }) => {
      const said = this.#said.get(id);
      return said === undefined ? [] : { case: id, ...nothing, ...said };
    });
  }

  async gather(): Promise<JobOutcome | undefined> {
    const { loaded, run } = this.#parts;
    for (let start = 0; start < loaded.length; start += AT_ONCE) {
      // After this loop, the round writes the prompts. The number of these prompts is not known
      // yet, so the total counts writing all of them as one step.
      if (!(await run.progress(start, loaded.length + 1))) return { state: "ended" };
      const some = loaded.slice(start, start + AT_ONCE);
      const outcomes = await Promise.all(some.map((one) => this.#askAbout(one)));
      const broken = outcomes.find((outcome) => outcome !== undefined);
      if (broken !== undefined) return broken;
    }
    return undefined;
  }

  for(prompt: string): CaseChange[] {
    return this.all.flatMap((one) =>
      one.outcome === "suggested" && one.prompt === prompt
        ? { case: one.case, change: one.change }
        : [],
    );
  }

  textsOf(changes: readonly CaseChange[]): string[] {
    const behind = new Set(changes.map((one) => one.case));
    return this.#parts.loaded.flatMap((one) =>
      one.brief !== undefined && behind.has(one.case) ? textsOf(one.brief) : [],
    );
  }

  wentInto(proposal: string, points: readonly RevisionPoint[]): void {
    for (const { id: point, cases } of points) {
      for (const id of cases) this.#amend(id, { proposal, point });
    }
  }

  cameToNothing(changes: readonly CaseChange[], why: string): void {
    for (const one of changes) this.#amend(one.case, { outcome: "failed", why });
  }

  #amend(id: string, change: Partial<Said>): void {
    const said = this.#said.get(id);
    if (said !== undefined) this.#said.set(id, { ...said, ...change });
  }

  async #askAbout(one: LoadedCase): Promise<JobOutcome | undefined> {
    if (one.brief === undefined) {
      this.#said.set(one.case, { outcome: one.outcome, why: one.why });
      return undefined;
    }
    const basis = this.#basisOf(one.prompts);
    const known = this.#parts.remembered.get(one.case);
    if (known?.basis === basis) {
      const { outcome, prompt, change, why } = known;
      this.#said.set(one.case, { outcome, prompt, change, why, basis });
      return undefined;
    }
    if (this.#hasToSave) {
      this.#said.set(one.case, { outcome: "failed", why: SAVED });
      return undefined;
    }
    const answer = await this.#ask(one.brief, one.prompts, basis);
    if (!answer.ok) {
      const failed = { outcome: "failed" as const, why: answer.message };
      return unlessUnusable(answer, this.#parts, () => this.#said.set(one.case, failed));
    }
    const { fixable, ...told } = answer.value;
    const outcome = fixable ? ("suggested" as const) : ("unfixable" as const);
    this.#said.set(one.case, { ...told, outcome, basis });
    return undefined;
  }

  /**
   * Asks the model. If the same question is already being asked, waits for its answer, which is not
   * in the cache yet.
   */
  #ask(
    brief: CaseBrief,
    prompts: readonly KnownPrompt[],
    basis: string,
  ): Promise<Structured<Suggested>> {
    const question = JSON.stringify([basis, brief]);
    const asked = this.#asked.get(question) ?? suggest(this.#parts.model.model, brief, prompts);
    this.#asked.set(question, asked);
    return asked;
  }

  /**
   * Returns a text with everything that determines the model's answer, apart from the case and its
   * verdict. For example, a prompt's version is in it as `id@2`.
   */
  #basisOf(prompts: readonly KnownPrompt[]): string {
    const { model, attribution } = this.#parts;
    const versions = prompts.map(({ id, version }) => `${id}@${version}`).sort();
    return JSON.stringify([model.model.name, attribution, ...versions]);
  }

  /**
   * Whether the suggestions have used their share of the job's budget. The rest must be saved for
   * writing the prompts.
   */
  get #hasToSave(): boolean {
    const { model, settings } = this.#parts.model;
    return model.spent.usd > 0 && model.spent.usd >= FOR_SUGGESTIONS * settings.usdPerJob;
  }
}

/**
 * Decides how the job continues after a failed question to the model. If the answer was malformed
 * or the model refused, the job only skips the case of this question. After any other failure,
 * `afterFailure` decides what happens to the whole job.
 */
export function unlessUnusable(
  answer: ModelFailure,
  { run, now }: Pick<RoundParts, "run" | "now">,
  note: () => void,
): JobOutcome | undefined {
  if (answer.reason !== "malformed" && answer.reason !== "refused") {
    return afterFailure(answer, run, now());
  }
  note();
  return undefined;
}
