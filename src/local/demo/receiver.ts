/** Receives webhooks as a customer's server would: verifies each signature and answers 204. */
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebhookPayload } from "../../protocol/api/webhook-payloads.ts";
import { verify } from "../../webhooks/signature.ts";

export interface Received {
  /** The header `webhook-id`. All delivery attempts of an event have the same id. */
  readonly id: string;
  readonly payload: WebhookPayload;
}

export interface Receiver {
  readonly url: string;
  /** The endpoint's secret. Set it after creating the endpoint. */
  secret: string;
  readonly verified: Map<string, Received>;
  /** The reason for each refused request. */
  readonly refused: string[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const receiver = {
    secret: "",
    verified: new Map<string, Received>(),
    refused: [] as string[],
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const header = (name: string) => String(request.headers[name] ?? "");
      const signed = {
        id: header("webhook-id"),
        timestamp: header("webhook-timestamp"),
        signature: header("webhook-signature"),
      };
      const now = Math.floor(Date.now() / 1_000);
      const result = await verify(receiver.secret, signed, body, now, hmac);
      if (result.ok) {
        const payload = WebhookPayload.parse(JSON.parse(body));
        receiver.verified.set(signed.id, { id: signed.id, payload });
      } else receiver.refused.push(`${signed.id}: ${result.reason}`);
      response.writeHead(result.ok ? 204 : 401).end();
    });
  });
  const port = await listen(server);
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/memtrace`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

async function hmac(key: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
  return createHmac("sha256", key).update(data).digest();
}
