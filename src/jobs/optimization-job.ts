/**
 * One round of the optimiser: looks at wrong answers, gathers a suggestion from each, and proposes
 * prompts written otherwise. Nothing is changed by it: a person decides.
 */
import * as z from "zod";
import { aggregate, type CaseChange } from "../optimization/aggregate.ts";
import { type CaseBrief, textsOf } from "../optimization/case-brief.ts";
import { MAX_REWRITABLE_CHARS } from "../optimization/prompt-at-hand.ts";
import { rewrite } from "../optimization/rewrite.ts";
import { type Suggested, suggest } from "../optimization/suggest.ts";
import type { ModelFailure, Structured } from "../protocol/model.ts";
import { BlameMode } from "../protocol/proposals.ts";
import type { JobEnd } from "../storage/job-end.ts";
import type {
  NewProposal,
  NewSuggestion,
  ProposalRepository,
  RememberedSuggestion,
  RoundResult,
} from "../storage/proposal-repository.ts";
import type { WebhookRepository } from "../storage/webhook-repository.ts";
import { promptProposed } from "../webhooks/payloads.ts";
import {
  type KnownPrompt,
  knownPrompts,
  type LookDeps,
  type Looked,
  lookAt,
} from "./look-at-cases.ts";
import {
  afterFailure,
  type JobDeps,
  type JobHandler,
  type JobModel,
  type JobOutcome,
  type JobRun,
} from "./run-job.ts";

export interface OptimizationDeps extends JobDeps, LookDeps {
  readonly proposals: ProposalRepository;
  readonly webhooks: WebhookRepository;
}

/** What a round is about; it is settled when the round begins. */
export const OptimizationInput = z.object({
  cases: z.array(z.string()),
  prompts: z.array(z.string()).nullable(),
  attribution: BlameMode,
});
export type OptimizationInput = z.infer<typeof OptimizationInput>;

/** Questions that are under way at once. */
const AT_ONCE = 4;
/** Share of the job's budget that suggestions may cost. */
const FOR_SUGGESTIONS = 0.7;
const SAVED = "The round's budget is nearly used up; the rest is for writing the prompts.";
const NO_MODEL = "The project has no model that may be asked.";

export const optimizationJob: JobHandler<OptimizationDeps> = {
  async work(deps, run) {
    const { model } = run;
    if (model === undefined) return { state: "failed", message: NO_MODEL };
    const input = OptimizationInput.parse(run.job.input);
    const known = await knownPrompts(deps, input.prompts);
    const looked = await lookAt(deps, input, known);
    const remembered = await deps.proposals.remembered(input.cases);
    const round = new Round({ deps, run, model, input, looked, remembered });
    const broken = (await round.suggestAll()) ?? (await round.proposeAll([...known.values()]));
    if (broken === undefined) return round.end();
    return broken.state === "failed" ? round.end(broken.message) : broken;
  },
};

type Said = Partial<NewSuggestion> & Pick<NewSuggestion, "outcome" | "why">;

interface RoundParts {
  readonly deps: OptimizationDeps;
  readonly run: JobRun;
  readonly model: JobModel;
  readonly input: OptimizationInput;
  readonly looked: readonly Looked[];
  /** What was suggested for the cases in earlier rounds. */
  readonly remembered: ReadonlyMap<string, RememberedSuggestion>;
}

class Round {
  readonly #deps: OptimizationDeps;
  readonly #run: JobRun;
  readonly #model: JobModel;
  readonly #input: OptimizationInput;
  readonly #looked: readonly Looked[];
  readonly #remembered: ReadonlyMap<string, RememberedSuggestion>;
  readonly #suggestions = new Map<string, NewSuggestion>();
  readonly #proposals: (NewProposal & { readonly name: string })[] = [];
  readonly #asked = new Map<string, Promise<Structured<Suggested>>>();
  readonly #steps: number;

  constructor({ deps, run, model, input, looked, remembered }: RoundParts) {
    this.#deps = deps;
    this.#run = run;
    this.#model = model;
    this.#input = input;
    this.#looked = looked;
    this.#remembered = remembered;
    // Each prompt that comes to be rewritten is two steps more.
    this.#steps = looked.length + 2;
  }

  /** One suggestion of each case; undefined where all were looked at. */
  async suggestAll(): Promise<JobOutcome | undefined> {
    for (let start = 0; start < this.#looked.length; start += AT_ONCE) {
      if (!(await this.#run.progress(start, this.#steps))) return { state: "ended" };
      const some = this.#looked.slice(start, start + AT_ONCE);
      const outcomes = await Promise.all(some.map((one) => this.#suggest(one)));
      const broken = outcomes.find((outcome) => outcome !== undefined);
      if (broken !== undefined) return broken;
    }
    return undefined;
  }

  async #suggest(one: Looked): Promise<JobOutcome | undefined> {
    const note = (said: Said) => this.#note(one.case, said);
    if (one.brief === undefined) {
      note({ outcome: one.outcome, why: one.why });
      return undefined;
    }
    const basis = this.#basisOf(one.prompts);
    const known = this.#remembered.get(one.case);
    if (known?.basis === basis) {
      const { outcome, prompt, change, why } = known;
      note({ outcome, prompt, change, why, basis });
      return undefined;
    }
    if (this.#hasToSave) {
      note({ outcome: "failed", why: SAVED });
      return undefined;
    }
    const answer = await this.#ask(one.brief, one.prompts, basis);
    if (!answer.ok)
      return this.#unusable(answer, () => note({ outcome: "failed", why: answer.message }));
    const { value } = answer;
    const { why } = value;
    if (!value.fixable) note({ outcome: "unfixable", why, basis });
    else {
      const { prompt, change } = value;
      note({ outcome: "suggested", prompt, change, why, basis });
    }
    return undefined;
  }

  #note(id: string, said: Said): void {
    const nothing = { prompt: null, change: "", proposal: null, point: null };
    this.#suggestions.set(id, { case: id, ...nothing, ...said });
  }

  /** Whether what is left of the job's budget is needed to write the prompts. */
  get #hasToSave(): boolean {
    const { model, settings } = this.#model;
    return model.spent.usd > 0 && model.spent.usd >= FOR_SUGGESTIONS * settings.usdPerJob;
  }

  /** Equal questions that are under way at once are one: nothing would be remembered of the other yet. */
  #ask(
    brief: CaseBrief,
    prompts: readonly KnownPrompt[],
    basis: string,
  ): Promise<Structured<Suggested>> {
    const question = JSON.stringify([basis, brief]);
    const asked = this.#asked.get(question) ?? suggest(this.#model.model, brief, prompts);
    this.#asked.set(question, asked);
    return asked;
  }

  /** What the answer depends on, besides the case and its verdict. */
  #basisOf(prompts: readonly KnownPrompt[]): string {
    const versions = prompts.map(({ id, version }) => `${id}@${version}`).sort();
    return JSON.stringify([this.#model.model.name, this.#input.attribution, ...versions]);
  }

  /** A proposal for each prompt that something was suggested for, most cases first. */
  async proposeAll(prompts: readonly KnownPrompt[]): Promise<JobOutcome | undefined> {
    const byPrompt = prompts
      .map((prompt) => ({ prompt, changes: this.#changesFor(prompt.name) }))
      .filter(({ changes }) => changes.length > 0)
      .toSorted((a, b) => b.changes.length - a.changes.length);
    for (const [index, { prompt, changes }] of byPrompt.entries()) {
      const done = this.#looked.length + index;
      if (!(await this.#run.progress(done, this.#looked.length + byPrompt.length))) {
        return { state: "ended" };
      }
      const broken = await this.#propose(prompt, changes);
      if (broken !== undefined) return broken;
    }
    return undefined;
  }

  #changesFor(name: string): CaseChange[] {
    return [...this.#suggestions.values()].flatMap((one) =>
      one.outcome === "suggested" && one.prompt === name
        ? { case: one.case, change: one.change }
        : [],
    );
  }

  async #propose(
    prompt: KnownPrompt,
    changes: readonly CaseChange[],
  ): Promise<JobOutcome | undefined> {
    const fail = (why: string) => this.#failAll(changes, why);
    if (prompt.text.length > MAX_REWRITABLE_CHARS) {
      fail(
        `The prompt has ${prompt.text.length} characters; ${MAX_REWRITABLE_CHARS} can be rewritten.`,
      );
      return undefined;
    }
    const { model } = this.#model;
    const points = await aggregate(model, prompt, changes, prompt.earlier);
    if (!points.ok) return this.#unusable(points, () => fail(points.message));
    const behind = new Set(changes.map((one) => one.case));
    const trace = this.#looked.flatMap((one) =>
      one.brief !== undefined && behind.has(one.case) ? textsOf(one.brief) : [],
    );
    const written = await rewrite(model, prompt, points.value, prompt.earlier, trace);
    if (!written.ok) return this.#unusable(written, () => fail(written.message));
    const id = this.#deps.newId("prop");
    for (const point of points.value) {
      for (const one of point.cases) {
        const known = this.#suggestions.get(one);
        if (known) this.#suggestions.set(one, { ...known, proposal: id, point: point.id });
      }
    }
    const cases = new Set(points.value.flatMap((point) => point.cases)).size;
    this.#proposals.push({
      ...{ id, name: prompt.name, prompt: prompt.id, baseVersion: prompt.version },
      text: written.value.text,
      points: points.value.map(({ id: point, change }) => ({
        ...{ id: point, change, what: written.value.changes.get(point) ?? "" },
      })),
      headline: headlineOf(prompt.name, points.value.length, cases),
      ...{ attribution: this.#input.attribution, spent: this.#model.model.spent },
    });
    return undefined;
  }

  /** What is no usable answer costs its case or prompt alone. Everything else is the job's to deal with. */
  #unusable(answer: ModelFailure, note: () => void): JobOutcome | undefined {
    if (answer.reason !== "malformed" && answer.reason !== "refused") {
      return afterFailure(answer, this.#run, this.#deps.now());
    }
    note();
    return undefined;
  }

  #failAll(changes: readonly CaseChange[], why: string): void {
    for (const { case: id } of changes) {
      const known = this.#suggestions.get(id);
      if (known) this.#suggestions.set(id, { ...known, outcome: "failed", why });
    }
  }

  /** Stores what there is; `failure` says why it is not all. */
  async end(failure?: string): Promise<JobOutcome> {
    const { spent } = this.#model.model;
    const now = this.#deps.now();
    const proposals = this.#proposals.map(({ name: _, ...one }) => ({ ...one, spent }));
    const deliveries = await this.#deliveries(now);
    const result: RoundResult = {
      proposals,
      suggestions: [...this.#suggestions.values()],
      deliveries,
    };
    const end: JobEnd =
      failure === undefined
        ? { state: "done", result: proposals[0]?.id ?? null, spent }
        : { state: "failed", failure, spent };
    if (await this.#deps.proposals.endRound(this.#run.job, end, result, now)) {
      await this.#deps.wakeDeliveries(deliveries.map(({ id }) => id));
    }
    return { state: "ended" };
  }

  async #deliveries(now: number) {
    const origin = { baseUrl: this.#deps.publicUrl, project: this.#deps.project };
    const all = [];
    for (const { id, name, baseVersion, headline } of this.#proposals) {
      const payload = promptProposed(origin, { id, prompt: name, baseVersion, headline }, now);
      all.push(
        ...(await this.#deps.webhooks.deliveriesFor(payload, () => this.#deps.newId("msg"), now)),
      );
    }
    return all;
  }
}

function headlineOf(prompt: string, points: number, cases: number): string {
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
  return `${prompt}: ${count(points, "change")} for ${count(cases, "wrong answer")}`;
}
