/** A client of a graph's live feed. By default it acknowledges what it reads. */
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { LiveMessage } from "../../../src/protocol/events/live.ts";
import { send } from "./tenants.ts";
import { until } from "./until.ts";

export interface WatchOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: HeadersInit;
  readonly acks?: boolean;
}

/** Requests a live feed and returns the answer, whether it is accepted or not. */
export function connect(graph: string, { query = {}, headers = {} }: WatchOptions) {
  const asked = new Headers(headers);
  asked.set("upgrade", "websocket");
  const path = `/v1/graphs/${encodeURIComponent(graph)}/live?${new URLSearchParams(query)}`;
  return send(path, { headers: asked });
}

export async function watchAs(key: string, graph: string, options: WatchOptions = {}) {
  const authorization = `Bearer ${key}`;
  const answer = await connect(graph, { ...options, headers: { authorization } });
  if (answer.webSocket === null) throw new Error(`${answer.status} ${await answer.text()}`);
  return new Watch(answer.webSocket, options.acks ?? true);
}

export class Watch {
  readonly messages: LiveMessage[] = [];
  readonly texts: string[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  readonly #socket: WebSocket;
  #isStopped = false;

  constructor(socket: WebSocket, acks = true) {
    this.#socket = socket;
    socket.addEventListener("close", ({ code, reason }) => {
      this.closed = { code, reason };
    });
    socket.addEventListener("message", ({ data }) => {
      if (this.#isStopped) return;
      if (typeof data !== "string" || !data.startsWith("{")) return void this.texts.push(`${data}`);
      this.messages.push(LiveMessage.parse(JSON.parse(data)));
      if (acks) this.ack();
    });
    socket.accept();
  }

  get events(): TraceEvent[] {
    return this.messages.flatMap((message) => (message.type === "events" ? message.events : []));
  }

  get ids(): string[] {
    return this.events.map(({ id }) => id);
  }

  get cursor(): string {
    return this.messages.at(-1)?.cursor ?? "";
  }

  ack(cursor = this.cursor): void {
    this.send(JSON.stringify({ type: "ack", cursor }));
  }

  send(message: string | ArrayBufferView): void {
    this.#socket.send(message);
  }

  close(): void {
    this.#isStopped = true;
    if (this.closed === undefined) this.#socket.close(1000);
  }

  /** Waits until this many events have arrived. */
  async reached(count: number): Promise<TraceEvent[]> {
    await until(async () => (this.events.length >= count ? true : undefined));
    return this.events;
  }

  async ready(): Promise<LiveMessage> {
    return until(async () => this.messages[0]);
  }

  async ended(): Promise<{ readonly code: number; readonly reason: string }> {
    return until(async () => this.closed);
  }
}
