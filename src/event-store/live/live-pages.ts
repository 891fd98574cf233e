/**
 * Divides a graph's events into pages. Each page is sent as one message. New events are read from
 * the log, and older events from packs. Only the pack that was loaded last stays in memory.
 */
import type { GraphLog } from "../log/graph-log.ts";

/** Maximum number of bytes of events in one message. A larger event is sent alone. */
const MESSAGE_BYTES = 256 * 1024;

export interface PageSource {
  /** Returns the graph's log. If the graph is deleted and created again, `life` changes. */
  readonly log: () => Pick<GraphLog, "life" | "size" | "packedSize" | "linesFrom">;
  /**
   * Returns the JSON texts of the events in the pack that contains the event at position `place`.
   */
  readonly packAt: (
    place: number,
  ) => Promise<{ readonly first: number; readonly lines: readonly string[] } | undefined>;
}

export interface EventPage {
  readonly count: number;
  /** JSON texts of the events, separated by commas. */
  readonly events: string;
  readonly bytes: number;
}

interface Run {
  /** If the graph is deleted and created again, the new graph has another `life`. */
  readonly life: string | undefined;
  /** The event in `lines[0]` has this position among all events of the graph. */
  readonly first: number;
  readonly lines: readonly string[];
}

export class LivePages {
  readonly #deps: PageSource;
  #pack: Run | undefined;
  /** The last page that `from` returned. Most sockets need the same page next. */
  #last:
    | { readonly life: string | undefined; readonly place: number; readonly page: EventPage }
    | undefined;

  constructor(deps: PageSource) {
    this.#deps = deps;
  }

  /** Returns undefined if the caller must first load a pack with `read`. */
  from(place: number): EventPage | undefined {
    const { life } = this.#deps.log();
    if (this.#last?.place === place && this.#last.life === life) return this.#last.page;
    const lines = this.#linesFrom(place);
    if (lines === undefined) return undefined;
    const page = pageOf(lines);
    this.#last = { life, place, page };
    return page;
  }

  /** Loads the pack that contains the event at this position. */
  async read(place: number): Promise<void> {
    const { life } = this.#deps.log();
    const pack = await this.#deps.packAt(place);
    if (life !== this.#deps.log().life) return;
    if (pack === undefined || place >= pack.first + pack.lines.length) {
      throw new Error(`no pack holds event ${place}`);
    }
    this.#pack = { life, ...pack };
  }

  release(): void {
    this.#pack = undefined;
  }

  #linesFrom(place: number): readonly string[] | undefined {
    const log = this.#deps.log();
    if (place >= log.packedSize) return log.linesFrom(place, MESSAGE_BYTES);
    const pack = this.#pack;
    if (pack === undefined || pack.life !== log.life) return undefined;
    const at = place - pack.first;
    return at >= 0 && at < pack.lines.length ? pack.lines.slice(at) : undefined;
  }
}

function pageOf(lines: readonly string[]): EventPage {
  let bytes = 0;
  let count = 0;
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (count > 0 && bytes + size > MESSAGE_BYTES) break;
    bytes += size;
    count++;
  }
  return { count, events: lines.slice(0, count).join(","), bytes };
}
