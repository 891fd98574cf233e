/**
 * A scripted e-mail provider over HTTP with the API of Resend. Like Resend, it remembers the answer
 * to an idempotency key. Otherwise it behaves badly: it is down for a while, it is slow, and
 * sometimes it delivers a letter and then answers with an error or breaks the connection.
 */
import { createServer, type ServerResponse } from "node:http";
import { type Listening, listen } from "../../../src/local/listen.ts";
import type { Random } from "./random.ts";

const SLOWEST_MS = 1_500;
/** Shares of the requests, by the fault that they meet. */
const LIES = 0.15;
const REFUSALS = 0.2;
const SLOW = 0.2;

export interface Delivered {
  readonly to: string;
  readonly subject: string;
}

export class ScriptedProvider {
  /** Letters that reached their reader, one entry per delivery. */
  readonly delivered: Delivered[] = [];
  /** Number of requests by outcome. */
  readonly did = { delivered: 0, lied: 0, refused: 0, repeated: 0, bounced: 0, wasDown: 0 };
  isDown = false;
  /** If true, answers every request at once and correctly, so that the measurement can end. */
  isTame = false;
  readonly #known = new Map<string, string>();
  readonly #random: Random;
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const key = String(request.headers["idempotency-key"]);
      this.#answer(key, Buffer.concat(parts).toString("utf8"), response);
    });
  });
  #listening: Listening | undefined;

  constructor(random: Random) {
    this.#random = random;
  }

  async start(): Promise<void> {
    this.#listening = await listen(this.#server);
  }

  get url(): string {
    return `${this.#listening?.url}/emails`;
  }

  async stop(): Promise<void> {
    await this.#listening?.close();
  }

  #answer(key: string, body: string, response: ServerResponse): void {
    if (this.isDown) {
      this.did.wasDown += 1;
      response.destroy();
      return;
    }
    const isSlow = !this.isTame && this.#random() < SLOW;
    setTimeout(() => this.#decide(key, body, response), isSlow ? this.#random() * SLOWEST_MS : 5);
  }

  #decide(key: string, body: string, response: ServerResponse): ServerResponse {
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.did.repeated += 1;
      // Refuse different content under a known key, as Resend does.
      if (known !== body) return end(response, 409, { name: "invalid_idempotent_request" });
      return end(response, 200, { id: key });
    }
    if (!this.isTame && this.#random() < REFUSALS) {
      this.did.refused += 1;
      return end(response, this.#random() < 0.5 ? 429 : 503, { message: "busy" });
    }
    const { to, subject } = JSON.parse(body) as { to: string[]; subject: string };
    if (to[0]?.startsWith("gone-")) {
      this.did.bounced += 1;
      return end(response, 422, { message: "The recipient's mailbox does not exist." });
    }
    this.#known.set(key, body);
    this.delivered.push({ to: to[0] ?? "", subject });
    if (!this.isTame && this.#random() < LIES) {
      this.did.lied += 1;
      if (this.#random() < 0.5) return response.destroy();
      return end(response, 500, { message: "delivered, and denied" });
    }
    this.did.delivered += 1;
    return end(response, 200, { id: key });
  }
}

function end(response: ServerResponse, status: number, body: object): ServerResponse {
  response.writeHead(status, { "content-type": "application/json" });
  return response.end(JSON.stringify(body));
}
