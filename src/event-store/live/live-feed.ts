/**
 * Pushes new events of one graph to the WebSockets that watch this graph. Each socket's attachment
 * contains the position of the next event for this socket. The platform keeps attachments when it
 * evicts the Durable Object, so the feed needs no other storage.
 *
 * Each client must acknowledge the messages that it receives. If too many are unacknowledged, the
 * feed stops sending to this client, so a slow reader cannot fill the memory. Events that are no
 * longer in the log are read from packs, one pack at a time.
 */

import { LIVE_CLOSE, LiveAck, type LiveClose } from "../../protocol/events/live.ts";
import { type EventPage, LivePages, type PageSource } from "./live-pages.ts";

/**
 * The person or API key that opened the socket. Before the feed sends events, it checks whether
 * this watcher may still read, unless it has checked this in the last `BELIEVED_MS`.
 */
export interface Watcher {
  readonly kind: "key" | "person";
  readonly id: string;
  readonly signIn?: string;
}

/**
 * Says with which event a new socket starts. If `cursor` is given, the socket starts with the event
 * at this position. Otherwise, `fromStart` decides: with true, the socket starts with the graph's
 * first event; with false, with the next new event.
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
   * Whether the error means that stored events are lost. The socket then closes with
   * `LIVE_CLOSE.lost`, because connecting again would not help.
   */
  readonly isLost: (error: unknown) => boolean;
  readonly logFailure: (message: string, error: unknown) => void;
}

const OPEN = 1;
/**
 * A socket's window is the list of sent messages that the client has not acknowledged yet. A window
 * that reaches one of these limits is full. The feed sends no messages to a socket with a full
 * window.
 */
const WINDOW_BYTES = 512 * 1024;
const WINDOW_MESSAGES = 32;
/**
 * A socket is closed if its window is full, more events wait, and the feed sent nothing for this
 * long.
 */
const STALLED_AFTER_MS = 30_000;
/**
 * After this time, the feed must check again whether a watcher may read the graph before it sends
 * more events to it.
 */
const BELIEVED_MS = 30_000;
/**
 * Maximum number of sockets of a graph. If all of them have full windows (`WINDOW_BYTES`), the
 * windows take a quarter of the Durable Object's memory.
 */
const MAX_SOCKETS = 64;
const MAX_ACK_CHARS = 200;

interface Seat {
  readonly watcher: Watcher;
  readonly believedUntil: number;
  /** Position of the next event to send. */
  readonly next: number;
  /**
   * One entry for each message that the client has not acknowledged. `place` is the position of the
   * first event after the message. `bytes` is the size of the message.
   */
  readonly unread: readonly (readonly [place: number, bytes: number])[];
  readonly sentAt: number;
}

export class LiveFeed {
  readonly #deps: LiveDeps;
  readonly #pages: LivePages;
  #isCatchingUp = false;
  /**
   * If false, the graph has no open socket. If true, it may have one. This flag is checked first,
   * because asking the runtime for the sockets at each ingested batch would be too slow.
   */
  #mayBeWatched = true;

  constructor(deps: LiveDeps) {
    this.#deps = deps;
    this.#pages = new LivePages(deps);
  }

  /**
   * If the graph has the maximum number of sockets, closes those whose watchers have lost the right
   * to read. Without new events, nothing else checks these watchers. Never throws.
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
   * Starts to send events to a new socket. Closes it if the graph has too many sockets, or if the
   * cursor is invalid.
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

  /** Handles an acknowledgement. Closes the socket for any other message. */
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

  /**
   * Sends new events to each socket whose window is not full. Never throws. Returns before all
   * events are sent.
   */
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
   * Sends the events that can be sent without loading a pack. Returns the sockets that must wait:
   * before they can get more events, a pack must be loaded, or their watcher's right to read must
   * be checked.
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
   * @returns true if the socket must wait until a pack is loaded, or until the feed has checked
   * that the socket's watcher may still read
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

  /** Handles one socket at a time, so that at most one pack is in memory. */
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
   * Prepares the next message to a waiting socket. If the last check of the watcher is too old,
   * checks again whether the watcher may read. Otherwise, loads the pack with the next event.
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
   * Returns the socket's seat if the feed can send a message now. Returns undefined if no event
   * waits, or if the window is full (see `WINDOW_BYTES`). Closes the socket if its window is full
   * and the feed has sent nothing for `STALLED_AFTER_MS`.
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
    // Store the new position before sending. If storing failed after sending, the feed would send
    // the message again.
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

interface LiveCursor {
  readonly life: string;
  readonly place: number;
}

function encodeLiveCursor({ life, place }: LiveCursor): string {
  return `${life}.${place}`;
}

function decodeLiveCursor(text: string): LiveCursor | undefined {
  const match = /^([\w-]{12})\.(0|[1-9]\d{0,14})$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { life: match[1], place: Number(match[2]) };
}
