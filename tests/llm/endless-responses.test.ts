/** Endpoints that send without end. Each sends up to 300 MB if the client reads that much. */
import { expect, test } from "vitest";
import { EndpointClient } from "../../src/llm/endpoint.ts";
import { deltaChunk } from "./support/chat-chunks.ts";

const MB = 1_000_000;

interface Endless {
  readonly status?: number;
  readonly type: string;
  /** The piece that the endpoint sends again and again. */
  readonly piece: string;
}

function endpointOf({ status = 200, type, piece }: Endless) {
  const bytes = new TextEncoder().encode(piece);
  const sent = { bytes: 0 };
  const body = () =>
    new ReadableStream({
      pull(controller) {
        if (sent.bytes > 300 * MB) return controller.close();
        sent.bytes += bytes.length;
        controller.enqueue(bytes);
      },
    });
  const endpoint = {
    ...{ url: "https://models.example.com/v1", model: "m", key: null, embeddingsModel: "e" },
    ...{ usdPerMillionInput: 0, usdPerMillionOutput: 0, usdPerMillionEmbedded: 0 },
  };
  const client = new EndpointClient(endpoint, {
    ...{ silenceMs: 60_000, answerMs: 60_000 },
    fetch: async () => new Response(body(), { status, headers: { "content-type": type } }),
  });
  return { client, sent };
}

const ASKED = { messages: [{ role: "user", text: "Hello?" }], maxTokens: 10 } as const;
const PIECE = "a".repeat(65_536);
const STREAM = "text/event-stream";
const call = (index: number, over: object = {}) => deltaChunk({ tool_calls: [{ index, ...over }] });
const manyCalls = Array.from({ length: 1_000 }, (_, index) => call(index)).join("");

test.each([
  ["the text of a failure", { status: 400, type: "text/plain", piece: PIECE }, 1],
  ["an answer that is not streamed", { type: "application/json", piece: PIECE }, 3],
  ["a stream without a line break", { type: STREAM, piece: PIECE }, 3],
  ["a stream without an end", { type: STREAM, piece: deltaChunk({}).repeat(100) }, 20],
  ["a stream of tool calls without an end", { type: STREAM, piece: manyCalls }, 1],
  ["a tool call with an endless name", { type: STREAM, piece: call(0, { id: PIECE }) }, 20],
])("M25 %s is read only up to a byte limit", async (_, endless, mostMB) => {
  const { client, sent } = endpointOf(endless);
  expect(await client.ask(ASKED)).toMatchObject({ ok: false });
  expect(sent.bytes / MB).toBeLessThan(mostMB);
});

test("M25 the service reads vectors only up to a byte limit", async () => {
  const { client, sent } = endpointOf({ type: "application/json", piece: PIECE });
  expect(await client.embed(["x"])).toMatchObject({ ok: false, remedy: "again" });
  expect(sent.bytes / MB).toBeLessThan(10);
});

test("M25 a long id or name of a tool call counts as part of the answer", async () => {
  const { client, sent } = endpointOf({
    type: STREAM,
    piece: call(0, { id: "a".repeat(450_000) }),
  });
  expect(await client.ask(ASKED)).toMatchObject({ ok: false });
  expect(sent.bytes / MB).toBeLessThan(2);
});
