import type { EventRejection, IngestAnswer } from "../../../protocol/api/api.ts";
import { type AdmittedEvent, type BatchFault, readBatch } from "../../../protocol/events/batch.ts";
import { outdatedSdkMessage } from "../../../protocol/events/sdk-version.ts";
import {
  MAX_BATCH_EVENTS,
  MAX_BATCH_GRAPHS,
  MAX_EVENTS_BODY_BYTES,
} from "../../../protocol/limits.ts";
import { ingestEvents, MAX_BATCH_ID_CHARS } from "../../../protocol/routes/ingest.ts";
import { redactEvent } from "../../../redaction/redact-event.ts";
import type { ProjectServices } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { appendByGraph, GraphAllowance, repetitionOf, toLogEvent } from "../../ingest/ingest.ts";
import { redactSplices } from "../../ingest/redact-splices.ts";
import { malformed, readText } from "../../ingest/request-body.ts";
import { operation, router } from "../../route.ts";

export const events = router().openapi(operation(ingestEvents), async (c) => {
  const batch = c.req.header("batch-id");
  if (batch !== undefined && (batch === "" || batch.length > MAX_BATCH_ID_CHARS)) {
    throw new ApiError(
      "invalid_request",
      `batch-id: it has ${batch.length} characters and must have 1 to ${MAX_BATCH_ID_CHARS}. Send a shorter one, or omit it.`,
    );
  }
  await c.get("project").refuseOverQuota();
  const body = await readText(c.req.raw, MAX_EVENTS_BODY_BYTES);
  const project = c.get("project");
  const redaction = await project.redaction.active();
  const result = readBatch(body, redaction && ((event) => redactEvent(event, redaction.redactor)));
  if (!result.ok) throw refusal(result.fault);
  const { cut } = result.value;
  let { events, rejected }: { events: readonly AdmittedEvent[]; rejected: EventRejection[] } =
    result.value;
  if (redaction !== undefined) {
    const spliced = await redactSplices(project, redaction, events);
    events = spliced.events;
    rejected = [...rejected, ...spliced.rejected].toSorted((a, b) => a.index - b.index);
  }
  const answer = await appendAll(project, batch, events);
  // A repeated request stores no events. Its replacements were counted when the request came for
  // the first time, so do not count them again.
  if (redaction !== undefined)
    project.redaction.count(redaction, answer.accepted > 0 && !answer.repeated);
  const message = outdatedSdkMessage(c.req.header("content-type"), c.get("services").publicUrl);
  return c.json({ ...answer, rejected, cut, ...(message !== undefined && { message }) }, 202);
});

function refusal(fault: BatchFault): ApiError {
  switch (fault.kind) {
    case "malformed":
      return malformed(
        fault.at,
        "Send one object per line, or a JSON array. Nothing of the batch was stored.",
      );
    case "too-many":
      return new ApiError(
        "too_large",
        `The batch has ${fault.count} events; the limit is ${MAX_BATCH_EVENTS}. Send several batches.`,
      );
  }
}

async function appendAll(
  project: ProjectServices,
  batch: string | undefined,
  admitted: readonly AdmittedEvent[],
): Promise<Pick<IngestAnswer, "accepted" | "duplicates" | "repeated">> {
  const byGraph = Map.groupBy(admitted, ({ event }) => event.graph);
  // Refuse the whole batch. If only some of its graphs were stored, each retry would send these
  // graphs again.
  if (byGraph.size > MAX_BATCH_GRAPHS) {
    throw new ApiError(
      "too_large",
      `graph: the batch names ${byGraph.size} graphs; the limit is ${MAX_BATCH_GRAPHS}. Nothing of it was stored. Send several batches.`,
    );
  }
  const logged = [...byGraph].map(([graph, events]) => [graph, events.map(toLogEvent)] as const);
  const answers = await appendByGraph(
    project,
    batch,
    new Map(logged),
    new GraphAllowance(MAX_BATCH_GRAPHS),
  );
  return {
    accepted: answers.reduce((sum, { accepted }) => sum + accepted, 0),
    duplicates: answers.reduce((sum, { duplicates }) => sum + duplicates, 0),
    ...repetitionOf(answers),
  };
}
