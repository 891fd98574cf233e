/**
 * One round of the optimizer: asks the model for a suggestion on each wrong answer, then proposes
 * rewritten prompts. A person decides about each proposal.
 */
import * as z from "zod";
import type { JobEnd } from "../../database/jobs/job-end.ts";
import type { WebhookRepository } from "../../database/jobs/webhook-repository.ts";
import type {
  NewProposal,
  ProposalRepository,
} from "../../database/prompts/proposal-repository.ts";
import { aggregate, type CaseChange } from "../../optimization/aggregate.ts";
import { noSuggestionReason } from "../../optimization/no-suggestion-reason.ts";
import { MAX_REWRITABLE_CHARS } from "../../optimization/prompt-at-hand.ts";
import { rewrite } from "../../optimization/rewrite.ts";
import { BlameMode } from "../../protocol/api/proposals.ts";
import { promptProposed } from "../../webhooks/payloads.ts";
import type { JobDeps, JobHandler, JobOutcome } from "../run-job.ts";
import { type KnownPrompt, KnownPrompts, type LoadDeps, lookAt } from "./load-cases.ts";
import { type RoundParts, RoundSuggestions, unlessUnusable } from "./round-suggestions.ts";

export interface OptimizationDeps extends JobDeps, LoadDeps {
  readonly proposals: ProposalRepository;
  readonly webhooks: WebhookRepository;
}

/** A round's input does not change after the round has begun. */
export const OptimizationInput = z.object({
  cases: z.array(z.string()),
  prompts: z.array(z.string()).nullable(),
  attribution: BlameMode,
});
export type OptimizationInput = z.infer<typeof OptimizationInput>;

const NO_MODEL = "The project has no model that may be asked.";

export const optimizationJob: JobHandler<OptimizationDeps> = {
  async work(deps, run) {
    const { model } = run;
    if (model === undefined) return { state: "failed", message: NO_MODEL };
    const input = OptimizationInput.parse(run.job.input);
    const known = await KnownPrompts.of(deps, input.prompts);
    const loaded = await lookAt(deps, input, known);
    const remembered = await deps.proposals.remembered(input.cases);
    const { attribution } = input;
    const round = new Round(deps, {
      ...{ run, model, attribution, loaded, remembered },
      now: deps.now,
    });
    const broken = await round.make();
    if (broken === undefined) return round.end();
    return broken.state === "failed" ? round.end(broken.message) : broken;
  },
};

interface Written extends NewProposal {
  /** The prompt's name. The field `prompt` is its id. */
  readonly name: string;
}

class Round {
  readonly #deps: OptimizationDeps;
  readonly #parts: RoundParts;
  readonly #suggestions: RoundSuggestions;
  readonly #written: Written[] = [];

  constructor(deps: OptimizationDeps, parts: RoundParts) {
    this.#deps = deps;
    this.#parts = parts;
    this.#suggestions = new RoundSuggestions(parts);
  }

  /** Makes the round. Returns an outcome if the job must stop or wait; undefined if it is done. */
  async make(): Promise<JobOutcome | undefined> {
    const broken = await this.#suggestions.gather();
    if (broken !== undefined) return broken;
    const { loaded, run } = this.#parts;
    const prompts = new Set(loaded.flatMap((one) => (one.brief === undefined ? [] : one.prompts)));
    const toWrite = [...prompts]
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((prompt) => ({ prompt, changes: this.#suggestions.for(prompt.name) }))
      .filter(({ changes }) => changes.length > 0)
      .toSorted((a, b) => b.changes.length - a.changes.length);
    for (const [index, { prompt, changes }] of toWrite.entries()) {
      const isHeld = await run.progress(loaded.length + index, loaded.length + toWrite.length);
      if (!isHeld) return { state: "ended" };
      const broken = await this.#write(prompt, changes);
      if (broken !== undefined) return broken;
    }
    return undefined;
  }

  async #write(
    prompt: KnownPrompt,
    changes: readonly CaseChange[],
  ): Promise<JobOutcome | undefined> {
    const { text, earlier } = prompt;
    const { model } = this.#parts.model;
    const nothing = (why: string) => this.#suggestions.cameToNothing(changes, why);
    if (text.length > MAX_REWRITABLE_CHARS) {
      nothing(
        `The prompt has ${text.length} characters; at most ${MAX_REWRITABLE_CHARS} can be rewritten.`,
      );
      return undefined;
    }
    const joined = await aggregate(model, prompt, changes, earlier);
    if (!joined.ok) return unlessUnusable(joined, this.#parts, () => nothing(joined.message));
    const points = joined.value;
    const trace = this.#suggestions.textsOf(changes);
    const written = await rewrite(model, prompt, points, earlier, trace);
    if (!written.ok) return unlessUnusable(written, this.#parts, () => nothing(written.message));
    const id = this.#deps.newId("prop");
    this.#suggestions.wentInto(id, points);
    const cases = new Set(points.flatMap((point) => point.cases)).size;
    this.#written.push({
      ...{ id, name: prompt.name, prompt: prompt.id, baseVersion: prompt.version },
      text: written.value.text,
      points: points.map(({ id: point, change }) => ({
        ...{ id: point, change, what: written.value.changes.get(point) ?? "" },
      })),
      headline: headlineOf(prompt.name, points.length, cases),
      ...{ attribution: this.#parts.attribution, spent: model.paid },
    });
    return undefined;
  }

  async end(failure?: string): Promise<JobOutcome> {
    const { run, model } = this.#parts;
    const spent = model.model.paid;
    const now = this.#deps.now();
    const proposals = this.#written.map(({ name: _, ...one }) => ({ ...one, spent }));
    const deliveries = await this.#deliveries(now);
    const end: JobEnd =
      failure === undefined
        ? { state: "done", result: proposals[0]?.id ?? null, note: this.#note() }
        : { state: "failed", failure };
    const result = { proposals, suggestions: this.#suggestions.all, deliveries };
    if (await this.#deps.proposals.endRound(run.job, end, result, now)) {
      await this.#deps.wakeDeliveries(deliveries.map(({ id }) => id));
    }
    return { state: "ended" };
  }

  /** Why the round made no proposal. Null if it made one. */
  #note(): string | null {
    if (this.#written.length > 0) return null;
    return noSuggestionReason(this.#suggestions.all.map(({ outcome }) => outcome));
  }

  async #deliveries(now: number) {
    const { publicUrl, project, webhooks, newId } = this.#deps;
    const all = [];
    for (const { id, name, baseVersion, headline } of this.#written) {
      const payload = promptProposed(
        { baseUrl: publicUrl, project },
        { id, prompt: name, baseVersion, headline },
        now,
      );
      all.push(...(await webhooks.deliveriesFor(payload, () => newId("msg"), now)));
    }
    return all;
  }
}

function headlineOf(prompt: string, points: number, cases: number): string {
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
  return `${prompt}: ${count(points, "change")} for ${count(cases, "wrong answer")}`;
}
