/** Imports a graph file. The whole file is checked before anything is stored. */
import { createHash } from "node:crypto";
import { casesOfAnnotations } from "../../attribution/cases/annotations.ts";
import { discovered } from "../../attribution/cases/discover-cases.ts";
import { readValues } from "../../attribution/cases/equal-values.ts";
import { type FoundCase, newCases } from "../../database/cases/new-cases.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { AppendAnswer } from "../../event-store/log/graph-log.ts";
import type { LogEvent } from "../../event-store/log/incoming-events.ts";
import { buildGraph } from "../../graph/build/build-graph.ts";
import { eventsOf } from "../../graph/build/graph-events.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { readSmartcomment } from "../../graph/smartcomment/import.ts";
import { asImported } from "../../graph/smartcomment/imported-event.ts";
import type { Damage } from "../../graph/smartcomment/record-fields.ts";
import type { ImportAnswer } from "../../protocol/api/api.ts";
import { boundEvent } from "../../protocol/events/bound-event.ts";
import type { TraceEvent } from "../../protocol/events/events.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { redactCase, redactEvent, redactedId } from "../../redaction/redact-event.ts";
import type { Redactor } from "../../redaction/redactor.ts";
import { TURN } from "../bounded-work.ts";
import type { ProjectServices } from "../context.ts";
import { PART_CHARS, repetitionOf, toLogEvent } from "../ingest/ingest.ts";
import type { GraphFile } from "./graph-file.ts";

export type ImportFault =
  | { readonly kind: "damaged"; readonly damage: Damage }
  | { readonly kind: "overloaded" };

export interface ImportDeps
  extends Pick<ProjectServices, "id" | "append" | "flush" | "wakeAttribution"> {
  readonly redaction: Pick<ProjectServices["redaction"], "active" | "count">;
  readonly cases: Pick<ProjectServices["cases"], "open">;
}

/** @param digest identifies the file's content, so that a repeated import stores nothing twice */
export async function importGraph(
  project: ImportDeps,
  { content, nulls }: GraphFile,
  digest: string,
  now: number,
): Promise<Result<ImportAnswer, ImportFault>> {
  const read = readSmartcomment(content);
  if (!read.ok) return failure({ kind: "damaged", damage: read.fault });
  const { graph, annotations, redated } = read.value;
  const redaction = await project.redaction.active();
  const redactor = redaction?.redactor;
  if (annotations !== undefined) await runGivingWay(readValues(graph), TURN);
  const annotated = casesOfAnnotations(graph, annotations ?? []);
  if (!annotated.ok) return failure({ kind: "damaged", damage: annotated.fault });

  const graphId = redactor ? redactedId(graph.header.id, redactor) : graph.header.id;
  const made = eventsOf(graph, digest);
  const events = redactor ? Array.from(made, (event) => redactEvent(event, redactor)) : made;
  const bounded = boundAll(events, now);
  if (!bounded.ok) return failure({ kind: "damaged", damage: bounded.fault });

  const cut = bounded.value.cut + nulls;
  const count = bounded.value.events.length;
  const appended: AppendAnswer[] = [];
  for (const [index, part] of inParts(bounded.value.events).entries()) {
    const result = await project.append(graphId, `import:${digest}:${index}`, part);
    if (!result.ok) return failure({ kind: "overloaded" });
    appended.push(result.value);
  }
  await project.flush(graphId);
  const stored = redactor ? buildGraph(graphId, events) : graph;
  const found = redactor
    ? annotated.value.map((item) => redactedCase(stored, item, redactor))
    : annotated.value;
  const cases = await project.cases.open(newCases(project.id, stored, found, now), now);
  await project.wakeAttribution(graphId);
  if (redaction)
    project.redaction.count(
      redaction,
      appended.some(({ accepted }) => accepted > 0),
    );
  const duplicates = appended.reduce((sum, part) => sum + part.duplicates, 0);
  const answer = {
    graph: graphId,
    events: count,
    duplicates,
    ...repetitionOf(appended),
    cut,
    cases,
    ...(redated > 0 ? { redated } : {}),
  };
  return success(answer);
}

function redactedCase(graph: EvolutionGraph, item: FoundCase, redactor: Redactor): FoundCase {
  const { origin, occurredAt, session, label } = item;
  const made = discovered(graph, redactCase(item, redactor), origin, occurredAt, session);
  return { ...made, ...(label === undefined ? {} : { label }) };
}

function boundAll(
  events: Iterable<TraceEvent>,
  imported: number,
): Result<{ events: LogEvent[]; cut: number }, Damage> {
  const logEvents: LogEvent[] = [];
  let cut = 0;
  for (const event of events) {
    const bounded = boundEvent(event, (whole) => asImported(whole, imported, sha256));
    if (!bounded.ok) {
      return failure({ path: event.id, message: bounded.fault.replace(/\.$/, "") });
    }
    logEvents.push(toLogEvent(bounded.value));
    cut += bounded.value.cut.length;
  }
  return success({ events: logEvents, cut });
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");

function inParts(events: readonly LogEvent[]): LogEvent[][] {
  const parts: LogEvent[][] = [[]];
  let chars = 0;
  for (const event of events) {
    if (chars > PART_CHARS) {
      parts.push([]);
      chars = 0;
    }
    parts.at(-1)?.push(event);
    chars += event.json.length;
  }
  return parts;
}
