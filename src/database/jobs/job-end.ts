import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "../database.ts";
import { guardedBatch } from "../guarded-batch.ts";
import { job } from "../schema/jobs.ts";
import { modelAnswer } from "../schema/model.ts";
import { answerScope } from "./model-repository.ts";

/** A job that this worker has taken. */
export interface HeldJob {
  readonly project: string;
  readonly id: string;
  readonly attempts: number;
}

export type JobEnd =
  | {
      readonly state: "done";
      readonly result: string | null;
      /** One sentence that explains why the job has no result. */
      readonly note?: string | null;
    }
  | { readonly state: "failed"; readonly failure: string };

/**
 * Ends the job, runs `writes`, and deletes the job's cached model answers, in one transaction. Does
 * nothing if the job has ended or another worker has it.
 * @returns whether this call ended the job
 */
export async function endJob(
  database: Database,
  held: HeldJob,
  end: JobEnd,
  now: number,
  writes: readonly BatchItem<"sqlite">[] = [],
): Promise<boolean> {
  const done = await guardedBatch(database, "job.state", [
    database
      .update(job)
      .set({
        // If another worker has taken the job, `state` becomes null. The column is not nullable, so
        // the transaction fails.
        state: sql`case when ${isHeld(held)} then ${end.state} end`,
        stateAt: now,
        // Clear the input, because it names cases that can be deleted later.
        input: {},
        failure: end.state === "failed" ? end.failure : null,
        result: end.state === "done" ? end.result : null,
        note: end.state === "done" ? (end.note ?? null) : null,
        ...(end.state === "done" ? { done: sql`${job.total}` } : {}),
      })
      .where(and(eq(job.project, held.project), eq(job.id, held.id))),
    database
      .delete(modelAnswer)
      .where(
        and(
          eq(modelAnswer.project, held.project),
          eq(modelAnswer.scope, answerScope({ job: held.id })),
        ),
      ),
    ...writes,
  ]);
  return done !== undefined;
}

export function isHeld({ attempts }: HeldJob) {
  return sql`${job.state} = 'running' and ${job.attempts} = ${attempts}`;
}
