/**
 * Moves a graph's event log from its Durable Object into packs. Each step is durable before the
 * next one starts. First the pack and the graph's row are stored, then the log rows are deleted,
 * then attribution is woken. After a crash, a step may run again; it then changes nothing.
 */
import type { GraphLog } from "../../event-store/log/graph-log.ts";
import { type EncodedPack, PackWriter } from "../../event-store/pack/pack-codec.ts";
import type { ReachableChunks } from "../../event-store/pack/pack-texts.ts";
import { namedIn } from "./graph-names.ts";
import type { StoredPack } from "./graph-repository.ts";

/**
 * Maximum characters of events to pack without a pause. Packing that many takes a few milliseconds,
 * and an append must wait for it.
 */
const SLICE_CHARS = 150_000;

export interface FlushDeps {
  readonly log: GraphLog;
  readonly storePack: (pack: StoredPack) => Promise<void>;
  /** Wakes the worker that attributes the graph's wrong answers. */
  readonly wake: () => Promise<void>;
  /** Lets other requests run. */
  readonly pause: () => Promise<void>;
}

/**
 * Packs the rows that are in the log now. Events that arrive during the flush wait for the next
 * flush.
 */
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
