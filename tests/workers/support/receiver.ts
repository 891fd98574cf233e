/** Replaces `fetch` with scripted webhook receivers. */
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { type Verification, verify } from "../../../src/webhooks/signature.ts";
import { webHmac } from "../../webhooks/support/web-hmac.ts";

export interface Received {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  readonly redirect: string;
}

export class Receiver {
  readonly received: Received[] = [];
  /**
   * The answers in order. After these, every message is accepted. If the service reads the body of
   * an answer, give a function that makes the answer: in workerd, only the request that created a
   * body can read it.
   */
  readonly answers: (Response | (() => Response))[] = [];

  constructor() {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const { url, headers, redirect } = request;
      // A job that another test started may still ask its model.
      if (url.includes("/chat/completions")) return new Response(null, { status: 503 });
      this.received.push({ url, headers, redirect, body: await request.text() });
      const answer = this.answers.shift() ?? new Response(null, { status: 204 });
      return typeof answer === "function" ? answer() : answer;
    });
  }

  /** Deletes the project's endpoints, so that no later attempt calls a receiver. */
  async close(project: string): Promise<void> {
    await env.DB.prepare("delete from endpoint where project = ?").bind(project).run();
    vi.restoreAllMocks();
  }

  /** The messages of one type, oldest first. */
  ofType(type: string): Received[] {
    return this.received.filter(({ body }) => JSON.parse(body).type === type);
  }
}

export function verifyWith(
  secret: string,
  { headers, body }: Received,
  now: number,
): Promise<Verification> {
  const signed = {
    id: headers.get("webhook-id"),
    timestamp: headers.get("webhook-timestamp"),
    signature: headers.get("webhook-signature"),
  };
  return verify(secret, signed, body, Math.floor(now / 1_000), webHmac);
}
