/**
 * A scripted model over HTTP that counts the answers that were paid for. Every answer contains a
 * unique number, and the test searches the stored data for the numbers.
 */
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type ChatBody, chunksOf } from "../../llm/support/chat-chunks.ts";
import type { Random } from "./random.ts";

export interface PaidAnswer {
  readonly number: number;
  /** Identifies the question; equal questions have equal ids. */
  readonly question: string;
  /** How many times the runtime had started before this request. */
  readonly life: number;
  /** Whether the whole answer was written to the connection. */
  isSent: boolean;
}

const SLOWEST_MS = 300;

export class PaidModel {
  readonly answers: PaidAnswer[] = [];
  /** Number of starts of the runtime; the test increases it at each start. */
  life = 0;
  readonly #server: Server;
  readonly #script: (body: ChatBody) => object;
  readonly #random: Random;

  private constructor(script: (body: ChatBody) => object, random: Random) {
    this.#script = script;
    this.#random = random;
    this.#server = createServer((request, response) => {
      if (!request.url?.endsWith("/chat/completions")) {
        response.writeHead(204).end();
        return;
      }
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        const answer = this.#pay(text);
        const said = `#${answer.number}# ${JSON.stringify(this.#script(JSON.parse(text)))}`;
        setTimeout(() => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.end(chunksOf({ text: said }).join(""), () => {
            answer.isSent = true;
          });
        }, this.#random() * SLOWEST_MS);
      });
    });
  }

  static async start(script: (body: ChatBody) => object, random: Random): Promise<PaidModel> {
    const model = new PaidModel(script, random);
    await new Promise<void>((listening) => {
      model.#server.listen(0, "127.0.0.1", listening);
    });
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  #pay(body: string): PaidAnswer {
    const question = createHash("sha256").update(body).digest("base64url");
    const number = this.answers.length;
    const answer = { number, question, life: this.life, isSent: false };
    this.answers.push(answer);
    return answer;
  }
}
