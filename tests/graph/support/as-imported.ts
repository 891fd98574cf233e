import { createHash } from "node:crypto";
import * as imported from "../../../src/graph/smartcomment/imported-event.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";

/** Returns the event in the form in which an import at this time stores it. */
export const asImported = (event: TraceEvent, at: number): TraceEvent =>
  imported.asImported(event, at, (text) => createHash("sha256").update(text).digest("base64url"));
