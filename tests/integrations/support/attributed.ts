/** Reads from the running service the attribution of a graph's only wrong answer. */
import { inject } from "vitest";
import { pause } from "../../../src/local/service.ts";
import type { Case } from "../../../src/protocol/api/api.ts";

const ASK_EVERY_MS = 200;
const PATIENCE_MS = 60_000;

/**
 * Waits until the graph's case is attributed. Fails with the case's state if that takes too long.
 */
export async function attributedCase(graph: string): Promise<Case> {
  let last: unknown;
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    const page = await read<{ items: Case[] }>(`/v1/cases?graph=${encodeURIComponent(graph)}`);
    last = page;
    const [found] = page.items;
    if (found !== undefined && (found.state === "done" || found.state === "failed")) {
      return read<Case>(`/v1/cases/${found.id}`);
    }
    await pause(ASK_EVERY_MS);
  }
  throw new Error(`no attributed case of ${graph}: ${JSON.stringify(last)}`);
}

/** Reads one answer of the API as JSON. */
export async function read<T>(path: string): Promise<T> {
  const { url, key } = inject("service");
  const response = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
