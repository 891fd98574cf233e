/** Imports a graph file. Checks the whole file first, then stores its events like all others. */
import { casesOfAnnotations } from "../../attribution/cases/annotations.ts";
import { readValues } from "../../attribution/cases/equal-values.ts";
import { newCases } from "../../database/cases/new-cases.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { AppendAnswer } from "../../event-store/log/graph-log.ts";
import type { LogEvent } from "../../event-store/log/incoming-events.ts";
import { eventsOf } from "../../graph/build/graph-events.ts";
import { readSmartcomment } from "../../graph/smartcomment/import.ts";
import type { Damage } from "../../graph/smartcomment/record-fields.ts";
import type { ImportAnswer } from "../../protocol/api/api.ts";
import { boundEvent } from "../../protocol/events/batch.ts";
import type { TraceEvent } from "../../protocol/events/events.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { TURN } from "../bounded-work.ts";
import type { ProjectServices } from "../context.ts";
import { PART_CHARS, repetitionOf, toLogEvent } from "../ingest/ingest.ts";
import type { GraphFile } from "./graph-file.ts";
import { asImported } from "./imported-event.ts";

export type ImportFault =
  | { readonly kind: "damaged"; readonly damage: Damage }
  | { readonly kind: "overloaded" };

/** `digest` identifies the file's content, so that a repeated import stores nothing twice. */
export async function importGraph(
  project: ProjectServices,
  { content, nulls }: GraphFile,
  digest: string,
  now: number,
): Promise<Result<ImportAnswer, ImportFault>> {
  const read = readSmartcomment(content);
  if (!read.ok) return failure({ kind: "damaged", damage: read.fault });
  const { graph, annotations, redated } = read.value;
  const graphId = graph.header.id;
  if (annotations !== undefined) await runGivingWay(readValues(graph), TURN);
  const annotated = casesOfAnnotations(graph, annotations ?? []);
  if (!annotated.ok) return failure({ kind: "damaged", damage: annotated.fault });

  const bounded = boundAll(eventsOf(graph, digest), now);
  if (!bounded.ok) return failure({ kind: "damaged", damage: bounded.fault });

  const cut = bounded.value.cut + nulls;
  const events = bounded.value.events.length;
  const appended: AppendAnswer[] = [];
  for (const [index, part] of inParts(bounded.value.events).entries()) {
    const result = await project.append(graphId, `import:${digest}:${index}`, part);
    if (!result.ok) return failure({ kind: "overloaded" });
    appended.push(result.value);
  }
  await project.flush(graphId);
  const cases = await project.cases.open(newCases(project.id, graph, annotated.value, now), now);
  await project.wakeAttribution(graphId);
  const duplicates = appended.reduce((sum, part) => sum + part.duplicates, 0);
  const answer = {
    graph: graphId,
    events,
    duplicates,
    ...repetitionOf(appended),
    cut,
    cases,
    ...(redated > 0 ? { redated } : {}),
  };
  return success(answer);
}

function boundAll(
  events: Iterable<TraceEvent>,
  imported: number,
): Result<{ events: LogEvent[]; cut: number }, Damage> {
  const logEvents: LogEvent[] = [];
  let cut = 0;
  for (const event of events) {
    const bounded = boundEvent(event, (whole) => asImported(whole, imported));
    if (!bounded.ok) {
      return failure({ path: event.id, message: bounded.fault.replace(/\.$/, "") });
    }
    logEvents.push(toLogEvent(bounded.value));
    cut += bounded.value.cut.length;
  }
  return success({ events: logEvents, cut });
}

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
