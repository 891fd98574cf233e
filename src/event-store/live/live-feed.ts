/**
 * Pushes new events of one graph to the sockets that watch the graph. Each socket's attachment
 * contains the position up to which the socket got events. So the feed stores nothing, runs no
 * timer, and continues after an eviction of the Durable Object.
 *
 * A socket receives at most one window of data beyond its last acknowledgement. So a slow reader
 * costs no memory and does not delay ingestion. If events are no longer in the log, the feed reads
 * them from packs, one pack at a time.
 */

import { LIVE_CLOSE, LiveAck, type LiveClose } from "../../protocol/events/live.ts";
import { type EventPage, LivePages, type PageSource } from "./live-pages.ts";

/** Identifies the watcher, so that the watcher's right to read can be checked again later. */
export interface Watcher {
  readonly kind: "key" | "person";
  readonly id: string;
  /** Id of the person's sign-in. */
  readonly signIn?: string;
}

/**
 * Where a socket starts: after the position in `cursor`, at the first event, or at the next new
 * event.
 */
export interface LiveStart {
  readonly cursor?: string | undefined;
  readonly fromStart: boolean;
}

export interface LiveDeps extends PageSource {
  readonly sockets: () => readonly WebSocket[];
  readonly mayRead: (watcher: Watcher) => Promise<boolean>;
  readonly now: () => number;
  /**
   * Whether the failure means that events are lost. In this case, it does not help if the client
   * connects again.
   */
  readonly isLost: (error: unknown) => boolean;
  /** Logs a failure that closes sockets. */
  readonly logFailure: (message: string, error: unknown) => void;
}

const OPEN = 1;
/** Limits of a window: the data of one socket that is not acknowledged yet. */
const WINDOW_BYTES = 512 * 1024;
const WINDOW_MESSAGES = 32;
/**
 * If a socket's window stays full for this long while there are more events to send, the socket is
 * closed.
 */
const STALLED_AFTER_MS = 30_000;
/** Time for which the watcher's right to read is valid after a check. Then it is checked again. */
const BELIEVED_MS = 30_000;
/**
 * Maximum sockets of a graph. The full windows of all sockets take a quarter of the Durable
 * Object's memory.
 */
const MAX_SOCKETS = 64;
const MAX_ACK_CHARS = 200;

/** The attachment of a socket. */
interface Seat {
  readonly watcher: Watcher;
  readonly believedUntil: number;
  /** Position of the next event to send. */
  readonly next: number;
  /**
   * For each unacknowledged message: the position after the message, and the size of the message.
   */
  readonly unread: readonly (readonly [place: number, bytes: number])[];
  readonly sentAt: number;
}

export class LiveFeed {
  readonly #deps: LiveDeps;
  readonly #pages: LivePages;
  #isCatchingUp = false;
  /**
   * False if certainly nobody watches. Without this flag, every batch would ask the runtime for its
   * sockets, which takes time.
   */
  #mayBeWatched = true;

  constructor(deps: LiveDeps) {
    this.#deps = deps;
    this.#pages = new LivePages(deps);
  }

  /**
   * If the graph has the maximum number of sockets, closes the sockets of watchers who may no
   * longer read. In a quiet graph, nothing else would check these watchers. Never throws.
   */
  async makeRoom(): Promise<void> {
    const open = this.#open();
    if (open.length < MAX_SOCKETS) return;
    try {
      for (const socket of open) {
        if (seatOf(socket).believedUntil <= this.#deps.now()) await this.#check(socket);
      }
    } catch (error) {
      this.#deps.logFailure("live feed could not check its watchers", error);
    }
  }

  /**
   * Starts to send to a socket that was just opened. Closes the socket if too many sockets are
   * open, or if its cursor is invalid.
   */
  welcome(socket: WebSocket, watcher: Watcher, start: LiveStart): void {
    this.#mayBeWatched = true;
    const isFull = this.#open().length > MAX_SOCKETS;
    const next = isFull ? LIVE_CLOSE.tooMany : this.#placeOf(start);
    if (typeof next !== "number") {
      close(socket, next);
      return;
    }
    const now = this.#deps.now();
    seat(socket, { watcher, believedUntil: now + BELIEVED_MS, next, unread: [], sentAt: now });
    const behind = this.#deps.log().size - next;
    socket.send(JSON.stringify({ type: "ready", cursor: this.#cursor(next), behind }));
    this.wake([socket]);
  }

  /** Handles an acknowledgement. For any other message, closes the socket. */
  receive(socket: WebSocket, message: string | ArrayBuffer): void {
    if (socket.readyState !== OPEN) return;
    const now = seatOf(socket);
    const place = typeof message === "string" ? this.#acknowledged(message) : undefined;
    if (place === undefined || place > now.next) {
      close(socket, LIVE_CLOSE.badMessage);
      return;
    }
    seat(socket, { ...now, unread: now.unread.filter(([end]) => end > place) });
    this.wake([socket]);
  }

  /** Sends new events to the sockets whose window has room. Never throws, and does not wait. */
  wake(sockets: readonly WebSocket[] = this.#open()): void {
    if (this.#push(sockets).length > 0) void this.#catchUp();
  }

  closeAll(why: LiveClose): void {
    for (const socket of this.#open()) close(socket, why);
  }

  #placeOf({ cursor, fromStart }: LiveStart): number | LiveClose {
    const { life, size } = this.#deps.log();
    if (cursor === undefined) return fromStart ? 0 : size;
    const known = decodeLiveCursor(cursor);
    if (known === undefined) return LIVE_CLOSE.badCursor;
    if (known.life !== life) return LIVE_CLOSE.outdatedCursor;
    return known.place <= size ? known.place : LIVE_CLOSE.badCursor;
  }

  #acknowledged(message: string): number | undefined {
    if (message.length > MAX_ACK_CHARS) return undefined;
    const ack = LiveAck.safeParse(parsed(message));
    const cursor = ack.success ? decodeLiveCursor(ack.data.cursor) : undefined;
    return cursor?.life === this.#deps.log().life ? cursor?.place : undefined;
  }

  /**
   * Sends the events that are available without loading a pack. Returns the sockets that need a
   * pack, or a check of their watcher, before they can get more events.
   */
  #push(sockets: readonly WebSocket[]): WebSocket[] {
    return sockets.filter((socket) => {
      try {
        return this.#pushTo(socket);
      } catch (error) {
        this.#fail([socket], error);
        return false;
      }
    });
  }

  /**
   * Sends the available events to one socket.
   * @returns whether the socket needs a pack, or a check of its watcher, before it can get more
   * events
   */
  #pushTo(socket: WebSocket): boolean {
    for (let now = this.#ready(socket); now !== undefined; now = this.#ready(socket)) {
      const isBelieved = now.believedUntil > this.#deps.now();
      const page = isBelieved ? this.#pages.from(now.next) : undefined;
      if (page === undefined) return true;
      this.#send(socket, now, page);
    }
    return false;
  }

  /**
   * Sends to the sockets that need a pack or a check. Handles one socket at a time, so that the
   * memory for packs is bounded.
   */
  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    try {
      for (;;) {
        const [waiting] = this.#push(this.#open());
        if (waiting === undefined) break;
        await this.#prepare(waiting).catch((error: unknown) => this.#fail([waiting], error));
      }
      const { packedSize } = this.#deps.log();
      if (this.#open().every((socket) => seatOf(socket).next >= packedSize)) this.#pages.release();
    } finally {
      this.#isCatchingUp = false;
    }
  }

  /**
   * Checks whether the watcher may still read. If the last check is still valid, loads the pack at
   * the socket's position instead.
   */
  async #prepare(socket: WebSocket): Promise<void> {
    const { believedUntil, next } = seatOf(socket);
    if (believedUntil > this.#deps.now()) return this.#pages.read(next);
    await this.#check(socket);
  }

  async #check(socket: WebSocket): Promise<void> {
    const now = this.#deps.now();
    if (await this.#deps.mayRead(seatOf(socket).watcher)) {
      seat(socket, { ...seatOf(socket), believedUntil: now + BELIEVED_MS });
    } else {
      close(socket, LIVE_CLOSE.notAllowed);
    }
  }

  /**
   * Returns the socket's attachment if the socket's window has room and there are events to send.
   * Closes the socket if its client reads too slowly.
   */
  #ready(socket: WebSocket): Seat | undefined {
    if (socket.readyState !== OPEN) return undefined;
    const now = seatOf(socket);
    if (now.next >= this.#deps.log().size) return undefined;
    const bytes = now.unread.reduce((sum, [, size]) => sum + size, 0);
    if (bytes < WINDOW_BYTES && now.unread.length < WINDOW_MESSAGES) return now;
    if (this.#deps.now() - now.sentAt >= STALLED_AFTER_MS) close(socket, LIVE_CLOSE.tooSlow);
    return undefined;
  }

  #send(socket: WebSocket, before: Seat, { count, events, bytes }: EventPage): void {
    const next = before.next + count;
    const behind = this.#deps.log().size - next;
    const cursor = JSON.stringify(this.#cursor(next));
    // Store the position before sending. Otherwise, the same message could be sent a second time.
    seat(socket, {
      ...before,
      next,
      unread: [...before.unread, [next, bytes]],
      sentAt: this.#deps.now(),
    });
    socket.send(`{"type":"events","events":[${events}],"cursor":${cursor},"behind":${behind}}`);
  }

  #cursor(place: number): string {
    return encodeLiveCursor({ life: this.#deps.log().life ?? "", place });
  }

  #open(): WebSocket[] {
    if (!this.#mayBeWatched) return [];
    const open = this.#deps.sockets().filter(({ readyState }) => readyState === OPEN);
    this.#mayBeWatched = open.length > 0;
    return open;
  }

  #fail(sockets: readonly WebSocket[], error: unknown): void {
    this.#deps.logFailure("live feed failed", error);
    const reason = this.#deps.isLost(error) ? LIVE_CLOSE.lost : LIVE_CLOSE.failed;
    for (const socket of sockets) close(socket, reason);
  }
}

function seatOf(socket: WebSocket): Seat {
  return socket.deserializeAttachment();
}

function seat(socket: WebSocket, now: Seat): void {
  socket.serializeAttachment(now);
}

function close(socket: WebSocket, { code, reason }: LiveClose): void {
  if (socket.readyState === OPEN) socket.close(code, reason);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A position in a graph's events: the `life` of the graph, and the index of the next event. */
interface LiveCursor {
  readonly life: string;
  readonly place: number;
}

function encodeLiveCursor({ life, place }: LiveCursor): string {
  return `${life}.${place}`;
}

/** Returns the cursor; undefined if the text is not a cursor. */
function decodeLiveCursor(text: string): LiveCursor | undefined {
  const match = /^([\w-]{12})\.(0|[1-9]\d{0,14})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { life: match[1], place: Number(match[2]) };
}
