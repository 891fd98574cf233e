/**
 * Finds right answers that depend on given values (src/protocol/api/explorer/impact.ts), and how a
 * graph's answers were judged.
 */
import { and, eq, gte, isNotNull, min, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { rightAnswer } from "../../schema/annotation/answers.ts";
import { failedCase } from "../../schema/project.ts";
import { promptUse } from "../../schema/prompts.ts";
import { isOneOf } from "../../statement-values.ts";
import { namesUser } from "../case-filter.ts";
import { IS_NO_CASE } from "./is-no-case.ts";

/** The graphs in which the service looks for right answers. */
export type ImpactSelection =
  | { readonly kind: "graph"; readonly graph: string }
  | { readonly kind: "user"; readonly user: string }
  | { readonly kind: "prompt"; readonly prompt: string; readonly version: number };

export interface Judgement {
  readonly predictionId: string | null;
  /** Id of the case if the answer is wrong; null if the answer is right. */
  readonly case: string | null;
}

export class ImpactAnswers {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  async totals(selection: ImpactSelection): Promise<{ graphs: number; total: number }> {
    const [row] = await this.#database
      .select({
        graphs: sql<number>`count(distinct ${rightAnswer.graph})`,
        total: sql<number>`count(*)`,
      })
      .from(rightAnswer)
      .where(this.#selected(selection));
    return row ?? { graphs: 0, total: 0 };
  }

  /**
   * Goes through the graphs' ids in ascending order, starting with `from`, and returns the first
   * selected graph that has a right answer.
   */
  async firstGraph(selection: ImpactSelection, from: string): Promise<string | undefined> {
    const [row] = await this.#database
      .select({ graph: min(rightAnswer.graph) })
      .from(rightAnswer)
      .where(and(this.#selected(selection), gte(rightAnswer.graph, from)));
    return row?.graph ?? undefined;
  }

  /** Returns how the answers with these variable ids were judged. A wrong answer is a case. */
  async judgements(graph: string, predictionIds: readonly string[]): Promise<Judgement[]> {
    const [right, wrong] = await this.#database.batch([
      this.#database
        .select({ predictionId: rightAnswer.predictionId, case: sql<null>`null` })
        .from(rightAnswer)
        .where(
          and(
            this.#selected({ kind: "graph", graph }),
            isOneOf(rightAnswer.predictionId, predictionIds),
          ),
        ),
      this.#database
        .select({ predictionId: failedCase.predictionId, case: failedCase.id })
        .from(failedCase)
        .where(
          and(
            eq(failedCase.project, this.#project),
            eq(failedCase.graph, graph),
            isNotNull(failedCase.predictionId),
            isOneOf(failedCase.predictionId, predictionIds),
          ),
        ),
    ]);
    return [...right, ...wrong];
  }

  #selected(selection: ImpactSelection): SQL | undefined {
    return and(eq(rightAnswer.project, this.#project), this.#isOf(selection), IS_NO_CASE);
  }

  #isOf(selection: ImpactSelection): SQL | undefined {
    switch (selection.kind) {
      case "graph":
        return eq(rightAnswer.graph, selection.graph);
      case "user":
        return namesUser(this.#project, rightAnswer.graph, selection);
      case "prompt":
        return sql`exists (select 1 from ${promptUse} where ${promptUse.project} = ${this.#project}
          and ${promptUse.graph} = ${rightAnswer.graph} and ${promptUse.prompt} = ${selection.prompt}
          and ${promptUse.number} = ${selection.version})`;
    }
  }
}
