/**
 * People's decisions on inferred answers. Each decision adds one row and updates the expected
 * answer of the case.
 */
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type {
  AnswerDecisions,
  DecideAnswer,
} from "../../protocol/api/annotation/inferred-answers.ts";
import { MAX_ANSWER_DECISIONS } from "../../protocol/limits.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import type { Database } from "../database.ts";
import { answerDecision } from "../schema/annotation/decisions.ts";
import { failedCase } from "../schema/project.ts";
import { labelAuthors } from "./label-authors.ts";

export type DecisionFault =
  | { readonly kind: "unknown_case" }
  | { readonly kind: "too_many_rows" }
  /** The service never inferred this expected answer for the case, so nobody can decide on it. */
  | { readonly kind: "not_inferred" }
  /** Another person decided on the case after this person had read it. */
  | { readonly kind: "outdated"; readonly newest: number };

export class DecisionRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Adds the decision and queues the case for attribution. Changes nothing if another person
   * decided on the case meanwhile.
   */
  async decide(
    id: string,
    author: string,
    decided: DecideAnswer,
    now: number,
  ): Promise<Result<{ readonly graph: string }, DecisionFault>> {
    const { decision, inferred, seen } = decided;
    const answer = decision === "refuse" ? null : decision === "accept" ? inferred : decided.answer;
    const number = seen + 1;
    const condition = and(
      this.#own(id),
      eq(failedCase.decisions, seen),
      sql`${seen} < ${MAX_ANSWER_DECISIONS}`,
      isInferred(inferred),
    );
    const row = sql`${number}, ${author}, ${now}, ${decision}, ${inferred}, ${answer}`;
    const [, [changed]] = await this.#database.batch([
      this.#database
        .insert(answerDecision)
        .select(
          sql`select ${failedCase.project}, ${failedCase.id}, ${row} from ${failedCase} where ${condition}`,
        )
        .onConflictDoNothing(),
      this.#database
        .update(failedCase)
        .set({
          ...{ state: "queued" as const, stateAt: now, attempts: 0, failure: null },
          decisions: number,
          ...(answer === null
            ? {
                // If the refused answer came from the user's correction, `expected` contains this
                // answer. A list in `confirmed` replaces `expected`. So the empty list in
                // `confirmed` means that the case has no expected answer.
                confirmed: sql`iif(${failedCase.expected} ->> 0 is ${inferred}, '[]', null)`,
                refused: withRefused(inferred),
              }
            : { confirmed: [answer] }),
        })
        .where(and(this.#own(id), isAdded(id, seen)))
        .returning({ graph: failedCase.graph }),
    ]);
    return changed === undefined ? failure(await this.#fault(id, decided)) : success(changed);
  }

  /**
   * Returns the decisions on the case, newest first.
   * @param you the author who makes the request
   */
  async of(id: string, you: string): Promise<AnswerDecisions | undefined> {
    const [found] = await this.#database
      .select({ newest: failedCase.decisions })
      .from(failedCase)
      .where(this.#own(id));
    if (found === undefined) return undefined;
    const rows = await this.#database
      .select()
      .from(answerDecision)
      .where(and(eq(answerDecision.project, this.#project), eq(answerDecision.case, id)))
      .orderBy(desc(answerDecision.number));
    const authors = rows.map(({ author }) => author);
    const authorOf = await labelAuthors(this.#database, this.#project, authors, you);
    const items = rows.map(({ number, author, createdAt, decision, inferred, answer }) => ({
      ...{ number, decision, inferred, answer, author: authorOf(author) },
      createdAt: new Date(createdAt).toISOString(),
    }));
    return { case: id, ...found, items };
  }

  async #fault(id: string, { seen, inferred }: DecideAnswer): Promise<DecisionFault> {
    const [row] = await this.#database
      .select({ newest: failedCase.decisions, isInferred: sql<number>`${isInferred(inferred)}` })
      .from(failedCase)
      .where(this.#own(id));
    if (row === undefined) return { kind: "unknown_case" };
    if (row.newest !== seen) return { kind: "outdated", newest: row.newest };
    return row.isInferred ? { kind: "too_many_rows" } : { kind: "not_inferred" };
  }

  #own(id: string): SQL | undefined {
    return and(eq(failedCase.project, this.#project), eq(failedCase.id, id));
  }
}

/**
 * SQL condition that is true if the tracer inferred this answer, a user's correction stated it, or
 * an earlier decision was about it.
 */
const isInferred = (answer: string): SQL => sql`(
  ${failedCase.correction} ->> 'expected' is ${answer}
  or exists (select 1 from json_each(${failedCase.attribution}, '$.inferred') as given
    where given.value ->> 'answer' = ${answer})
  or exists (select 1 from answer_decision as decided
    where decided."case" = ${failedCase.id} and decided.inferred = ${answer}))`;

/**
 * SQL condition that is true if an earlier statement of this transaction has added the decision.
 * The decision's row then exists already, but `decisions`, the case's number of decisions, still
 * has the old value.
 */
const isAdded = (id: string, seen: number): SQL => sql`(${failedCase.decisions} = ${seen}
  and exists (select 1 from answer_decision where "case" = ${id} and number = ${seen + 1}))`;

/** SQL for the refused answers of the case, with this answer added. */
const withRefused = (answer: string): SQL => sql`iif(
  exists (select 1 from json_each(${failedCase.refused}) as known where known.value = ${answer}),
  ${failedCase.refused}, json_insert(${failedCase.refused}, '$[#]', ${answer}))`;
