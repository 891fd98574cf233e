/** The transcript of a case's newest attribution. It is deleted with the case. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Transcript } from "../../protocol/api/transcript.ts";
import type { Database } from "../database.ts";
import { transcript as transcriptTable } from "../schema/model.ts";
import { failedCase } from "../schema/project.ts";

export const NO_TRANSCRIPT: Transcript = { steps: [], leftOut: 0 };

/** Statements that replace the stored transcript. An empty transcript deletes the row. */
export function transcriptOfCase(
  { database, project, where }: { database: Database; project: string; where: SQL | undefined },
  caseId: string,
  transcript: Transcript,
) {
  const body = JSON.stringify(transcript);
  const isNew = sql`${transcript.steps.length} > 0`;
  return [
    database.delete(transcriptTable).where(own(project, caseId)),
    database
      .insert(transcriptTable)
      .select(
        sql`select ${project}, ${caseId}, ${body} from ${failedCase} where ${where} and ${isNew}`,
      )
      .onConflictDoNothing(),
  ] as const;
}

export async function readTranscript(
  database: Database,
  project: string,
  caseId: string,
): Promise<Transcript> {
  const [row] = await database
    .select({ body: transcriptTable.body })
    .from(transcriptTable)
    .where(own(project, caseId));
  return row?.body ?? NO_TRANSCRIPT;
}

function own(project: string, caseId: string): SQL | undefined {
  return and(eq(transcriptTable.project, project), eq(transcriptTable.case, caseId));
}
