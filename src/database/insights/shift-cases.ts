import { type SQL, sql } from "drizzle-orm";
import { shift, shiftCase } from "../schema/findings.ts";
import { failedCase } from "../schema/project.ts";

/** Whether a case is behind a shift of the project. */
export function isBehindShift(project: string, id: string): SQL {
  return sql`exists (select 1 from ${shiftCase} join ${shift} on ${shift.id} = ${shiftCase.shift} where ${shiftCase.shift} = ${id} and ${shift.project} = ${project} and ${shiftCase.case} = ${failedCase.id})`;
}
