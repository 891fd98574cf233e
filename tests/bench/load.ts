/**
 * Clients that send batches in parallel. Each client sends its next batch as soon as the service
 * has acknowledged the last one.
 */
import { Agent, request } from "node:http";
import type { Batch } from "./recorded-events.ts";

export interface Load {
  readonly seconds: number;
  /** Milliseconds per request, from its first byte to the last byte of its answer. */
  readonly milliseconds: readonly number[];
}

export async function sendAll(
  url: string,
  headers: (batch: Batch) => Record<string, string>,
  batches: readonly Batch[],
  clients: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const waiting = batches.values();
  const milliseconds: number[] = [];
  const started = performance.now();
  const client = async () => {
    for (const batch of waiting) {
      const sent = performance.now();
      const { status, text } = await post(agent, url, headers(batch), batch.body);
      if (status !== 202) throw new Error(`${status} ${text}`);
      milliseconds.push(performance.now() - sent);
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
  } finally {
    agent.destroy();
  }
  return { seconds: (performance.now() - started) / 1000, milliseconds };
}

function post(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/v1/events`, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sending.on("error", reject);
    sending.end(body);
  });
}
