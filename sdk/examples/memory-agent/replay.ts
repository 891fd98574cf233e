/**
 * Lets a replay run the example agent: `npx --no memtrace replay CASE --with
 * sdk/examples/memory-agent/replay.ts`
 */
import { replayable } from "@memtrace/sdk/replay";
import { openCopy } from "./copy.ts";

export const replay = replayable({ open: openCopy });
