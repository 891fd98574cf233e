import type { AuditLog } from "../../../database/audit/audit-log.ts";
import {
  type AuditEntry,
  type AuditFilter,
  MAX_EXPORTED_ENTRIES,
} from "../../../protocol/api/teams/audit.ts";
import { decodeCursor } from "../../../protocol/cursor.ts";
import { csvLine } from "../../../protocol/json/csv-line.ts";
import { exportAudit as declaration } from "../../../protocol/routes/teams/audit.ts";
import { ApiError } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { readableLog } from "./readable-log.ts";

const PAGE = 1_000;

export const exportAudit = router().openapi(operation(declaration), async (c) => {
  const { format, ...wanted } = c.req.valid("query");
  const { log, filter } = await readableLog(c, wanted);
  // Leave out entries that are written during the export. Otherwise, the export might never end.
  const end = new Date(c.get("services").now() + 1).toISOString();
  const bounded = { ...filter, to: filter.to !== undefined && filter.to < end ? filter.to : end };
  if ((await log.count(bounded, MAX_EXPORTED_ENTRIES + 1)) > MAX_EXPORTED_ENTRIES) {
    throw new ApiError(
      "invalid_request",
      `from, to: more than ${MAX_EXPORTED_ENTRIES} entries match, the limit of one export. Choose a shorter period.`,
    );
  }
  const [type, lines] =
    format === "csv"
      ? ["text/csv; charset=utf-8", csvOf(log, bounded)]
      : ["application/json", jsonOf(log, bounded)];
  return c.body(streamOf(lines), 200, {
    "content-type": type,
    "content-disposition": `attachment; filename="audit-log.${format}"`,
    "cache-control": "no-store",
  }) as never;
});

async function* entriesOf(log: AuditLog, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  for (let next: string | null | undefined; next !== null; ) {
    const page = await log.list(filter, next ? decodeCursor(next) : undefined, PAGE);
    yield page.items;
    next = page.next;
  }
}

const COLUMNS = [
  ...["id", "at", "action", "outcome", "project", "target", "person", "personName", "personEmail"],
  ...["key", "keyName", "signIn", "address", "userAgent", "requestId", "changes"],
];

async function* csvOf(log: AuditLog, filter: AuditFilter): AsyncGenerator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  for await (const entries of entriesOf(log, filter)) {
    yield entries.map((entry) => `${rowOf(entry)}\r\n`).join("");
  }
}

function rowOf({ person, key, changes, ...entry }: AuditEntry): string {
  return csvLine([
    ...[entry.id, entry.at, entry.action, entry.outcome, entry.project, entry.target],
    ...[person?.id ?? null, person?.name ?? null, person?.email ?? null],
    ...[key?.id ?? null, key?.name ?? null, entry.signIn, entry.address, entry.userAgent],
    ...[entry.requestId, changes.length === 0 ? "" : JSON.stringify(changes)],
  ]);
}

async function* jsonOf(log: AuditLog, filter: AuditFilter): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const entries of entriesOf(log, filter)) {
    let text = "";
    for (const entry of entries) {
      text += separator + JSON.stringify(entry);
      separator = ",\n";
    }
    yield text;
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
