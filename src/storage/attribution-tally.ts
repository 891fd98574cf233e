/** Counts of new attributions since a report was made for them, and since the mix was looked at. */
import { eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { attributionTally } from "./schema/findings.ts";

/** The statement that counts anew for the next report. */
export function sinceReport(database: Database, project: string) {
  return database
    .update(attributionTally)
    .set({ sinceReport: 0 })
    .where(eq(attributionTally.project, project));
}
