/** Records changes in the audit log, then wakes the webhook deliveries that report them. */
import { AuditRecorder } from "../../src/database/audit/audit-recorder.ts";
import type { Database } from "../../src/database/database.ts";
import type { AuditWriter } from "../../src/http/context.ts";
import type { Bindings } from "../env.ts";
import { currentCause } from "./cause.ts";

export function auditWriter(env: Bindings, database: Database): AuditWriter {
  const recorder = new AuditRecorder(database, env.PUBLIC_URL);
  const wake = async (projects: readonly string[]) => {
    for (const project of projects) await env.WEBHOOK_QUEUE.send({ project, ...currentCause() });
  };
  return {
    begin: (intent) => recorder.begin(intent),
    end: async (attempt, end, now) => wake(await recorder.end(attempt, end, now)),
    drop: (attempt) => recorder.drop(attempt),
    record: async (intent, now) => wake(await recorder.record(intent, now)),
  };
}
