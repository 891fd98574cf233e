/** A project's proposals, and the suggestions from which they were made. */
import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { EarlierProposal } from "../../optimization/prompt-at-hand.ts";
import type {
  Proposal,
  ProposalFilter,
  ProposalState,
  SuggestionFilter,
} from "../../protocol/api/proposals.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { endJob, type HeldJob, type JobEnd } from "../jobs/job-end.ts";
import type { NewDelivery } from "../jobs/webhook-repository.ts";
import { job } from "../schema/jobs.ts";
import { delivery, failedCase } from "../schema/project.ts";
import { prompt, promptVersion } from "../schema/prompts.ts";
import { proposal, suggestion } from "../schema/proposals.ts";
import { type Acceptance, acceptProposal } from "./accept-proposal.ts";
import {
  BASE,
  OF_CASE,
  SUGGESTION,
  SUMMARY,
  toProposal,
  toSuggestion,
  toSummary,
  WHOLE,
} from "./proposal-views.ts";

export type NewProposal = Pick<
  typeof proposal.$inferInsert,
  "id" | "prompt" | "baseVersion" | "text" | "points" | "headline" | "attribution" | "spent"
>;
export type NewSuggestion = Omit<typeof suggestion.$inferInsert, "project" | "round" | "createdAt">;

export type RememberedSuggestion = Pick<
  typeof suggestion.$inferSelect,
  "case" | "basis" | "outcome" | "prompt" | "change" | "why"
>;

export interface RoundResult {
  readonly proposals: readonly NewProposal[];
  readonly suggestions: readonly NewSuggestion[];
  readonly deliveries: readonly NewDelivery[];
}

/** For a prompt, the optimiser gets at most this many earlier proposals. */
const MAX_EARLIER = 5;

export class ProposalRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns the id of the job if a round of the optimiser has not ended yet. */
  async roundUnderWay(): Promise<string | undefined> {
    const [row] = await this.#database
      .select({ id: job.id })
      .from(job)
      .where(
        and(
          eq(job.project, this.#project),
          eq(job.kind, "optimization"),
          inArray(job.state, ["queued", "running"]),
        ),
      )
      .limit(1);
    return row?.id;
  }

  /**
   * Ends the round's job and stores its result in one transaction. Throws if a case or prompt
   * version in the result was deleted; the round must then run again.
   * @returns whether this call ended the job
   */
  async endRound(held: HeldJob, end: JobEnd, result: RoundResult, now: number): Promise<boolean> {
    const of = { project: this.#project, round: held.id, createdAt: now };
    return endJob(this.#database, held, end, now, [
      ...result.proposals.map((one) =>
        this.#database.insert(proposal).values({ ...one, ...of, state: "open" }),
      ),
      ...result.suggestions.map((one) =>
        this.#database.insert(suggestion).values({ ...one, ...of }),
      ),
      ...result.deliveries.map((row) => this.#database.insert(delivery).values(row)),
    ]);
  }

  /** Returns the latest proposals for this prompt id, in ascending order of time. */
  async earlier(promptId: string): Promise<EarlierProposal[]> {
    const rows = await this.#database
      .select({
        outcome: proposal.state,
        reason: proposal.reason,
        points: proposal.points,
        text: proposal.text,
      })
      .from(proposal)
      .where(and(eq(proposal.project, this.#project), eq(proposal.prompt, promptId)))
      .orderBy(desc(proposal.createdAt), desc(proposal.id))
      .limit(MAX_EARLIER);
    return rows.toReversed().map(({ points, ...told }) => ({
      ...told,
      changes: points.map(({ change }) => change),
    }));
  }

  /**
   * Returns, by case id, the last suggestion that the model made for the case. Leaves out a case if
   * its last suggestion is in a rejected proposal. Suggestions that are older than the case's
   * current verdict do not count.
   */
  async remembered(cases: readonly string[]): Promise<Map<string, RememberedSuggestion>> {
    const rows = await this.#database
      .select({
        case: suggestion.case,
        basis: suggestion.basis,
        outcome: suggestion.outcome,
        prompt: suggestion.prompt,
        change: suggestion.change,
        why: suggestion.why,
        state: proposal.state,
      })
      .from(suggestion)
      .innerJoin(failedCase, OF_CASE)
      .leftJoin(proposal, eq(proposal.id, suggestion.proposal))
      .where(
        and(
          eq(suggestion.project, this.#project),
          sql`${suggestion.case} in (select value from json_each(${JSON.stringify(cases)}))`,
          inArray(suggestion.outcome, ["suggested", "unfixable"]),
          isNotNull(suggestion.basis),
          sql`${suggestion.createdAt} > coalesce(${failedCase.attributedAt}, 0)`,
        ),
      )
      .orderBy(suggestion.createdAt);
    const latest = new Map(rows.map((row) => [row.case, row]));
    return new Map([...latest].filter(([, { state }]) => state !== "rejected"));
  }

  /** Returns the proposal, and the id of its prompt. */
  async find(id: string): Promise<{ proposal: Proposal; promptId: string } | undefined> {
    const [row] = await this.#database
      .select(WHOLE)
      .from(proposal)
      .innerJoin(prompt, eq(prompt.id, proposal.prompt))
      .innerJoin(promptVersion, BASE)
      .where(this.#own(id));
    if (row === undefined) return undefined;
    const [suggestions, unfixable, accepted] = await this.#database.batch([
      this.#suggestions(eq(suggestion.proposal, id)),
      this.#suggestions(and(eq(suggestion.round, row.round), eq(suggestion.outcome, "unfixable"))),
      this.#database
        .select({ text: promptVersion.text })
        .from(promptVersion)
        .where(
          and(eq(promptVersion.prompt, row.promptId), eq(promptVersion.number, row.version ?? -1)),
        ),
    ]);
    const parts = {
      row,
      acceptedText: accepted[0]?.text ?? null,
      suggestions: suggestions.map(toSuggestion),
      unfixable: unfixable.map(toSuggestion),
    };
    return { proposal: toProposal(parts), promptId: row.promptId };
  }

  /** Returns the proposals, newest first. */
  async list(filter: ProposalFilter, cursor: Cursor | undefined, limit: number) {
    const rows = await this.#database
      .select(SUMMARY)
      .from(proposal)
      .innerJoin(prompt, eq(prompt.id, proposal.prompt))
      .where(
        and(
          eq(proposal.project, this.#project),
          filter.prompt === undefined ? undefined : eq(prompt.name, filter.prompt),
          filter.state === undefined ? undefined : eq(proposal.state, filter.state),
          filter.round === undefined ? undefined : eq(proposal.round, filter.round),
          afterCursor(cursor, proposal.createdAt, proposal.id),
        ),
      )
      .orderBy(desc(proposal.createdAt), desc(proposal.id))
      .limit(limit + 1);
    return pageOf(rows, limit, toSummary, (row) => ({ time: row.createdAt, id: row.id }));
  }

  /** Returns the suggestions, newest round first. */
  async suggestions(filter: SuggestionFilter, cursor: Cursor | undefined, limit: number) {
    const rows = await this.#suggestions(
      and(
        filter.round === undefined ? undefined : eq(suggestion.round, filter.round),
        filter.proposal === undefined ? undefined : eq(suggestion.proposal, filter.proposal),
        filter.case === undefined ? undefined : eq(suggestion.case, filter.case),
        filter.outcome === undefined ? undefined : eq(suggestion.outcome, filter.outcome),
        afterCursor(cursor, suggestion.createdAt, suggestion.case),
      ),
    ).limit(limit + 1);
    return pageOf(rows, limit, toSuggestion, (row) => ({ time: row.createdAt, id: row.case }));
  }

  /** @returns whether this call accepted the proposal */
  async accept(acceptance: Acceptance, now: number): Promise<boolean> {
    return acceptProposal(this.#database, this.#project, acceptance, now);
  }

  /** @returns false if another person has already decided on the proposal */
  async reject(id: string, reason: string, now: number): Promise<boolean> {
    const open: ProposalState = "open";
    const rows = await this.#database
      .update(proposal)
      .set({ state: "rejected", reason, decidedAt: now })
      .where(and(this.#own(id), eq(proposal.state, open)))
      .returning({ id: proposal.id });
    return rows.length > 0;
  }

  #suggestions(where: SQL | undefined) {
    return this.#database
      .select(SUGGESTION)
      .from(suggestion)
      .innerJoin(failedCase, OF_CASE)
      .where(and(eq(suggestion.project, this.#project), where))
      .orderBy(desc(suggestion.createdAt), desc(suggestion.case));
  }

  #own(id: string): SQL | undefined {
    return and(eq(proposal.project, this.#project), eq(proposal.id, id));
  }
}
