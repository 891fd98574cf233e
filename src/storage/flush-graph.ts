/**
 * Moves a graph object's log into packs. Each step is durable before the next: a pack and the
 * graph's row first, then the log rows go, then attribution is woken. A crash in between repeats
 * a step, which changes nothing.
 */
import type { TraceEvent } from "../protocol/events.ts";
import type { GraphLog, LogRun } from "./graph-log.ts";
import type { StoredPack } from "./graph-repository.ts";
import { encodePack } from "./pack-codec.ts";

export interface FlushDeps {
  readonly log: GraphLog;
  readonly storePack: (pack: StoredPack) => Promise<void>;
  /** Wakes the attribution of the graph's wrong answers. */
  readonly wake: () => Promise<void>;
}

/** Packs the rows that the log holds now; what arrives meanwhile waits for the next flush. */
export async function flushGraph({ log, storePack, wake }: FlushDeps): Promise<void> {
  const upTo = log.last;
  let opensCase = false;
  for (let run = log.nextRun(-1, upTo); run !== undefined; run = log.nextRun(run.last, upTo)) {
    const { body, hashes } = encodePack(run.lines, log.chunks);
    await storePack({
      sequence: run.place,
      last: run.last,
      body,
      opensCase: run.opensCase,
      counts: log.countsUpTo(run.last),
      ...headerOf(run),
    });
    log.packed(run.last, hashes);
    opensCase ||= run.opensCase;
  }
  if (opensCase) await wake();
}

/** The graph's user and memory system, where the run names them. */
function headerOf(run: LogRun): { user?: string; system?: string } {
  const header: { user?: string; system?: string } = {};
  for (const line of run.lines) {
    if (!line.startsWith('{"type":"graph"')) continue;
    const event: TraceEvent = JSON.parse(line);
    if (event.type !== "graph") continue;
    if (event.user !== undefined) header.user = event.user;
    if (event.system !== undefined) header.system = event.system;
  }
  return header;
}
