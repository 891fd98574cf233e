/**
 * Moves a graph object's log into packs. Each step is durable before the next: a pack and the
 * graph's row first, then the log rows go, then attribution is woken. A crash in between repeats
 * a step, which changes nothing.
 */
import type { GraphEvent } from "../protocol/events.ts";
import type { GraphLog } from "./graph-log.ts";
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
    const pack = encodePack(run.lines, log.chunks);
    await storePack({
      sequence: run.place,
      last: run.last,
      body: pack.body,
      opensCase: run.opensCase,
      counts: log.countsUpTo(run.last),
      ...headerOf(pack.headers),
    });
    log.packed(run.last, pack);
    opensCase ||= run.opensCase;
  }
  if (opensCase) await wake();
}

/** The graph's user and memory system, where the pack names them. */
function headerOf(headers: readonly GraphEvent[]): { user?: string; system?: string } {
  const header: { user?: string; system?: string } = {};
  for (const { user, system } of headers) {
    if (user !== undefined) header.user = user;
    if (system !== undefined) header.system = system;
  }
  return header;
}
