/** How calls of the real `openai` package are traced, against a server with a scripted model. */
import OpenAI from "openai";
import { afterEach, beforeEach, expect, test } from "vitest";
import { observeOpenAI } from "../../sdk/src/integrations/openai/openai.ts";
import { pause } from "../../src/local/service.ts";
import { type ScriptedModel, startScriptedModel } from "./support/scripted-model.ts";
import { trace } from "./support/traced.ts";

const ANSWER = '{"key":"under the blue flowerpot"}';
const messages = [{ role: "user" as const, content: "Where is the spare key kept?" }];
const chat = { model: "scripted", messages };
const asked = { model: "scripted", input: messages };

let model: ScriptedModel;
beforeEach(async () => {
  model = await startScriptedModel((said) => (said === "break" ? undefined : ANSWER));
});
afterEach(() => model.close());

const newClient = () => new OpenAI({ apiKey: "k", baseURL: model.url, maxRetries: 0 });

async function read(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

/** Client methods, each with the name of the operation that it records. */
const WAYS: Readonly<Record<string, [string, (client: OpenAI) => Promise<unknown>]>> = {
  "chat.completions.parse": [
    "chat",
    async (client) => {
      const format = { type: "json_object" as const };
      const { choices } = await client.chat.completions.parse({ ...chat, response_format: format });
      expect(choices[0]?.message.content).toBe(ANSWER);
    },
  ],
  "responses.parse": [
    "respond",
    async (client) => {
      const { output_text: text } = await client.responses.parse(asked);
      expect(text).toBe(ANSWER);
    },
  ],
  "stream.tee": [
    "chat",
    async (client) => {
      const stream = await client.chat.completions.create({ ...chat, stream: true });
      await Promise.all(stream.tee().map(read));
    },
  ],
  "a stream of responses that is split": [
    "respond",
    async (client) => {
      const stream = await client.responses.create({ ...asked, stream: true });
      await Promise.all(stream.tee().map(read));
    },
  ],
  toReadableStream: [
    "chat",
    async (client) => {
      const stream = await client.chat.completions.create({ ...chat, stream: true });
      await new Response(stream.toReadableStream()).text();
    },
  ],
  withResponse: [
    "chat",
    async (client) => {
      const { data, response } = await client.chat.completions.create(chat).withResponse();
      expect([data.choices[0]?.message.content, response.status]).toEqual([ANSWER, 200]);
    },
  ],
  withOptions: [
    "chat",
    async (client) => {
      await client.withOptions({ timeout: 60_000 }).chat.completions.create(chat);
    },
  ],
  "a chat that nobody waits for": [
    "chat",
    async (client) => {
      void client.chat.completions.create(chat);
      await arrived(1);
    },
  ],
  "a response that is read long after it came": [
    "respond",
    async (client) => {
      const promise = client.responses.create(asked);
      await arrived(1);
      expect((await promise).output_text).toBe(ANSWER);
    },
  ],
};

/** Waits until the server has got this many requests, and the client has received the answers. */
async function arrived(count: number): Promise<void> {
  for (let tries = 0; model.asked.length < count && tries < 200; tries++) await pause(5);
  await pause(50);
}

test.each(Object.entries(WAYS))(
  "S110 %s is recorded as the call that it makes, with its answer",
  async (_, [name, ask]) => {
    const { graph, problems } = await trace((memtrace) =>
      ask(observeOpenAI(memtrace, newClient())),
    );
    const operations = [...graph.operations.values()].map((one) => [one.name, one.status]);
    const answers = [...graph.variables.values()].filter(
      ({ category }) => category === "llm_response",
    );
    expect(operations).toEqual([[name, "ok"]]);
    expect(answers.map(({ value }) => value)).toEqual([ANSWER]);
    expect([problems, graph.pending]).toEqual([[], []]);
  },
);

test("S110 responses.stream is recorded as one call, with the part that the app read", async () => {
  const item = { id: "m", type: "message", role: "assistant", status: "completed" };
  const part = { type: "output_text", text: ANSWER, annotations: [] };
  const response = { id: "r", object: "response", created_at: 1, model: "scripted", output: [] };
  const done = { ...item, content: [part] };
  const place = { output_index: 0, content_index: 0, item_id: "m" };
  const events = [
    { type: "response.created", response: { ...response, status: "in_progress" } },
    { type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } },
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    { type: "response.output_text.delta", ...place, delta: ANSWER },
    { type: "response.output_text.done", ...place, text: ANSWER },
    { type: "response.output_item.done", output_index: 0, item: done },
    { type: "response.completed", response: { ...response, status: "completed", output: [done] } },
  ].map((event, sequence_number) => ({ ...event, sequence_number }));
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const headers = { "Content-Type": "text/event-stream" };
  const fetch = async () => new Response(body.join(""), { headers });
  const { graph, problems } = await trace(async (memtrace) => {
    const client = observeOpenAI(memtrace, new OpenAI({ apiKey: "k", baseURL: model.url, fetch }));
    const final = await client.responses.stream(asked).finalResponse();
    expect(final.output_text).toBe(ANSWER);
  });
  const answers = [...graph.variables.values()].filter(
    ({ category }) => category === "llm_response",
  );
  expect([...graph.operations.values()].map(({ name }) => name)).toEqual(["respond"]);
  expect([answers.map(({ value }) => value), problems]).toEqual([[ANSWER], []]);
});

test("S110 a failed call is an unhandled rejection exactly if nobody awaits it, as without tracing", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  const before = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
  const failing = { ...chat, messages: [{ role: "user" as const, content: "break" }] };
  try {
    const { graph } = await trace(async (memtrace) => {
      const client = observeOpenAI(memtrace, newClient());
      await expect(client.chat.completions.create(failing)).rejects.toThrow("no model");
      await expect(client.chat.completions.create(failing).asResponse()).rejects.toThrow(
        "no model",
      );
      await pause(20);
      expect(unhandled).toEqual([]);
      void client.chat.completions.create(failing);
      await arrived(3);
      expect(unhandled).toMatchObject([{ status: 400 }]);
    });
    const states = [...graph.operations.values()].map(({ status }) => status);
    expect(states).toEqual(["error", "error"]);
  } finally {
    process.removeListener("unhandledRejection", note);
    for (const listener of before) process.on("unhandledRejection", listener);
  }
});
