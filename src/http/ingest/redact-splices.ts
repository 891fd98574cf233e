/**
 * Adapts splices to redacted values. A splice is a change of another value, and gives positions in
 * the value that the client has. Redaction changes the length of the value. So these positions must
 * be converted to positions in the stored value.
 */

import type { EventRejection } from "../../protocol/api/api.ts";
import type { AdmittedEvent } from "../../protocol/events/batch.ts";
import { boundEvent } from "../../protocol/events/bound-event.ts";
import type { VariableEvent } from "../../protocol/events/events.ts";
import { withReplaced } from "../../redaction/redact-event.ts";
import { redactSplice } from "../../redaction/redact-splice.ts";
import type { ProjectServices } from "../context.ts";
import type { ActiveRedaction } from "./project-redaction.ts";
import { findStoredValue, redactedValue } from "./stored-values.ts";

/**
 * Maximum number of replacements that the splices of one batch can store. Each splice stores all
 * replacements of its value, even if it changes only one character. So without this limit, many
 * small splices could store far more than the request contains.
 */
const MAX_NOTED = 200_000;

export interface SplicedEvents {
  readonly events: readonly AdmittedEvent[];
  readonly rejected: readonly EventRejection[];
}

/**
 * Redacts the splices of a batch. For this, the service needs the value that a splice changes. If
 * this isolate has not cached the value, the value is read from the graph. If the graph does not
 * have the value either, the splice is rejected.
 */
export async function redactSplices(
  project: Pick<ProjectServices, "flush" | "graphs">,
  { redactor, values }: ActiveRedaction,
  events: readonly AdmittedEvent[],
): Promise<SplicedEvents> {
  for (const { event } of events) {
    if (event.type !== "variable" || event.value === undefined) continue;
    values.set(event.graph, event.ref, redactedValue(event));
  }
  const made: AdmittedEvent[] = [];
  const rejected: EventRejection[] = [];
  const base = async (graph: string, ref: string) => {
    const known = values.get(graph, ref);
    if (known !== undefined) return known;
    if ((await project.graphs.revision(graph)) === undefined) return undefined;
    await project.flush(graph);
    const found = await findStoredValue(project.graphs, graph, ref);
    if (found !== undefined) values.set(graph, ref, found);
    return found;
  };
  let noted = 0;
  for (const admitted of events) {
    const { event, index } = admitted;
    if (event.type !== "variable" || event.splice === undefined) {
      made.push(admitted);
      continue;
    }
    const of = await base(event.graph, event.splice.of);
    if (of === undefined) {
      const message = `splice.of: no earlier event has the ref ${event.splice.of}. This project redacts values, so a splice needs the value that it changes: send the text of the value in value.`;
      rejected.push({ index, code: "invalid_event", message });
      continue;
    }
    noted += of.replaced.length;
    if (noted > MAX_NOTED) {
      const message = `splice.of: the value ${event.splice.of} has ${of.replaced.length} redacted places, and this batch changes redacted values too often. Send the event again in a batch of its own, or send the text of the value in value.`;
      rejected.push({ index, code: "invalid_event", message });
      continue;
    }
    const { splice, value } = redactSplice(of, event.splice, redactor);
    values.set(event.graph, event.ref, value);
    const origin =
      value.replaced.length > 0 ? withReplaced(event.origin, value.replaced) : event.origin;
    const changed: VariableEvent = {
      ...event,
      splice,
      ...(origin === undefined ? {} : { origin }),
    };
    const bounded = boundEvent(changed);
    if (bounded.ok) made.push({ index, event: bounded.value.event, json: bounded.value.json });
    else rejected.push({ index, code: "invalid_event", message: bounded.fault });
  }
  return { events: made, rejected };
}
