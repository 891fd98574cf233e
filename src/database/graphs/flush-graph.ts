/**
 * Packs the events in a graph's log in three steps: it stores the pack and the graph's row, marks
 * the log rows as packed, and wakes the attribution if it has new work. The rows are marked only
 * when the pack is durable. After a failure, all steps can be repeated without harm.
 */
import type { GraphLog } from "../../event-store/log/graph-log.ts";
import { type EncodedPack, PackWriter } from "../../event-store/pack/pack-codec.ts";
import type { ReachableChunks } from "../../event-store/pack/pack-texts.ts";
import { namedIn } from "./graph-names.ts";
import type { StoredPack } from "./graph-repository.ts";

/**
 * Maximum number of characters of events that are packed without a pause. This takes a few
 * milliseconds, in which the Durable Object cannot append.
 */
const SLICE_CHARS = 150_000;

export interface FlushDeps {
  readonly log: GraphLog;
  readonly storePack: (pack: StoredPack) => Promise<void>;
  /** Wakes the worker that runs the graph's attribution job. */
  readonly wake: () => Promise<void>;
  /** Lets other requests run. */
  readonly pause: () => Promise<void>;
}

/** Packs the log rows that exist when the call starts. Later events wait for the next flush. */
export async function flushGraph({ log, storePack, wake, pause }: FlushDeps): Promise<void> {
  const upTo = log.last;
  let opensCase = false;
  for (let run = log.nextRun(-1, upTo); run !== undefined; run = log.nextRun(run.last, upTo)) {
    const pack = await packOf(run.lines, log.chunks, pause);
    await storePack({
      sequence: run.place,
      last: run.last,
      body: pack.body,
      opensCase: run.opensCase,
      hasVerdict: run.hasVerdict,
      counts: log.countsUpTo(run.last),
      users: [...pack.users],
      named: namedIn(pack.headers),
    });
    log.packed(run.last, pack);
    opensCase ||= run.opensCase;
  }
  if (opensCase) await wake();
}

async function packOf(
  lines: readonly string[],
  chunks: ReachableChunks,
  pause: FlushDeps["pause"],
): Promise<EncodedPack> {
  const writer = new PackWriter(chunks);
  let chars = 0;
  for (const line of lines) {
    if (chars > SLICE_CHARS) {
      await pause();
      chars = 0;
    }
    writer.add(line);
    chars += line.length;
  }
  return writer.end();
}
