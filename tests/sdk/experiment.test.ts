import { createServer } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ExperimentOptions, experiment } from "../../sdk/src/experiments/experiment.ts";
import { matches } from "../../sdk/src/experiments/matches.ts";
import { MemTrace } from "../../sdk/src/index.ts";
import { judging } from "../../sdk/src/record/judge.ts";
import { listen } from "../../src/local/listen.ts";
import { startCollector } from "./support/collector.ts";

const QUESTIONS = ["Who is Rex?", "Where is Ada?", "When?", "Why?", "How?"];

/** A scripted service with one dataset, which stores the results that it receives. */
async function scriptedService(refusals: readonly number[] = [], pages = 2) {
  const items = QUESTIONS.map((question, at) => ({
    ...{ id: `item_${at}`, question, expected: question === "Why?" ? [] : [`answer ${at}`] },
    metadata: { evidence: [`m${at}`] },
  }));
  const stored = new Map<string, Record<string, unknown>>();
  const asked: string[] = [];
  const failing = [...refusals];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { "Retry-After": "0.01" }).end(JSON.stringify(value));
    const path = `${request.method} ${request.url?.replace("/v1", "").split("?")[0]}`;
    asked.push(path);
    const status = path === "POST /experiments/exp_1/results" ? failing.shift() : undefined;
    if (status !== undefined) return send(status, { error: { message: "not now" } });
    const about = { id: "exp_1", dataset: "ds_1", name: "run", items: items.length };
    if (path.endsWith("/items") && request.method === "GET") {
      const from = Number(new URL(`http://x${request.url}`).searchParams.get("cursor") ?? 0);
      const end = from + Math.ceil(items.length / pages);
      return send(200, {
        items: items.slice(from, end),
        next: end < items.length ? `${end}` : null,
      });
    }
    if (path === "POST /experiments/exp_1/results") {
      for (const result of JSON.parse(body).results) stored.set(result.item, result);
      return send(200, { stored: 1, rejected: [] });
    }
    if (path === "GET /experiments/exp_1/results") {
      const rows = [...stored.values()].map((row) => ({ error: null, ...row }));
      return send(200, { items: rows, next: null });
    }
    return send(path === "GET /experiments/exp_9" ? 404 : 200, {
      ...{ ...about, figures: { answered: stored.size }, error: { message: "no such experiment" } },
    });
  });
  const { url, close } = await listen(server);
  return {
    ...{ stored, asked, url, close },
  };
}

type Service = Awaited<ReturnType<typeof scriptedService>>;

const run = (service: Service, options: Partial<ExperimentOptions> = {}) =>
  experiment({
    ...{ dataset: "ds_1", apiKey: "k", url: service.url },
    run: ({ id }) => `It is the ANSWER ${id.slice(-1)}.`,
    ...options,
  });

test("Y11 the experiment asks every question, several in parallel, and a failed question affects no other", async () => {
  const service = await scriptedService();
  let running = 0;
  let most = 0;
  const done = await run(service, {
    concurrency: 2,
    run: async ({ question, id }) => {
      running += 1;
      most = Math.max(most, running);
      await fetch(service.url);
      running -= 1;
      if (question === "Where is Ada?") throw new TypeError("broke");
      if (question === "When?") return undefined as never;
      return `answer ${id.slice(-1)}`;
    },
    judge: ({ prediction, expected, item, evidence }) => {
      if (item.question === "How?") throw new Error("judge is out");
      if (item.question === "Why?") return { score: 7 };
      const reason = `${evidence}`;
      return { score: expected.includes(prediction), reason };
    },
  });
  service.close();
  expect(done.figures.answered).toBe(5);
  expect(most).toBe(2);
  const said = QUESTIONS.map((_, at) => service.stored.get(`item_${at}`));
  expect(said.map((result) => result?.error)).toEqual([
    undefined,
    "TypeError: broke",
    expect.stringContaining("gave no answer"),
    "The judge gave 7; give a number from 0 to 1.",
    "The judge failed: Error: judge is out",
  ]);
  expect(said[0]).toMatchObject({ answer: "answer 0", score: 1, reason: "m0", graph: null });
});

test("Y12 each item is traced in its own graph, and the judge's verdicts make wrong answers cases", async () => {
  const service = await scriptedService();
  const collector = await startCollector();
  const memtrace = new MemTrace({ apiKey: "k", url: collector.url });
  const answer = memtrace.operation("answer", (question: string) => `about ${question}`);
  await run(service, {
    ...{ memtrace, run: ({ question }) => answer(question) },
    judge: judging(memtrace, ({ item }) => item.question !== "When?"),
  });
  const graph = collector.graph("exp_1:item_2");
  expect([...graph.operations.values()].map(({ name }) => name)).toEqual(["answer"]);
  expect([...graph.sessions.values()]).toMatchObject([{ category: "experiment" }]);
  expect(graph.verdicts).toMatchObject([
    { query: "When?", prediction: "about When?", score: 0, expected: ["answer 2"] },
  ]);
  expect(service.stored.get("item_2")).toMatchObject({ score: 0, graph: "exp_1:item_2" });
  await run(service, {
    ...{ memtrace, run: ({ question }) => answer(question), graph: () => "one memory" },
  });
  const asked = [...collector.graph("one memory").operations.values()];
  await collector.close();
  service.close();
  expect(asked).toHaveLength(QUESTIONS.length);
});

test("Y13 without a judge, an answer is right if it contains an expected answer; without one, it is not judged", async () => {
  const service = await scriptedService();
  await run(service);
  service.close();
  const scores = QUESTIONS.map((_, at) => service.stored.get(`item_${at}`)?.score);
  expect(scores).toEqual([1, 1, 1, undefined, 1]);
});

test("Y13 the comparison ignores case, accents, punctuation and articles, and matches only whole words", () => {
  for (const [prediction, expected] of [
    ["It was Tom.", "tom"],
    ["She lives in São Paulo!", "sao paulo"],
    ["the blue flowerpot", "A blue flowerpot"],
    ["I paid 1,200 euros", "1200"],
    ["彼は東京に住んでいます", "東京"],
    ["It's Ada's", "its adas"],
    ["A", "a"],
    ["It was option A.", "A"],
    ["?!", "?!"],
  ] as const) {
    expect([prediction, matches(prediction, ["something else", expected])]).toEqual([
      prediction,
      true,
    ]);
  }
  for (const [prediction, expected] of [
    ["It was Tommy", "Tom"],
    ["2 at 12.5", "12"],
    ["I do not know", "the blue flowerpot"],
    ["", "x"],
    ["anything", "?!"],
  ] as const) {
    expect([prediction, matches(prediction, [expected])]).toEqual([prediction, false]);
  }
});

test("Y13 any answer matches itself, even inside a sentence", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(matches(text, [text])).toBe(true);
      if (/[a-z]/i.test(text)) expect(matches(`Well: ${text} !`, [text])).toBe(true);
    }),
  );
});

test("Y14 the SDK repeats postponed requests, and an interrupted experiment continues", async () => {
  const putOff = await scriptedService([503, 429]);
  await run(putOff);
  putOff.close();
  expect(putOff.stored.size).toBe(5);

  const service = await scriptedService([], 1);
  const first: string[] = [];
  const breaking = (at: number) => async (item: { id: string; question: string }) => {
    first.push(item.id);
    if (first.length === at) throw new Error("rate limited");
    return "answer";
  };
  await run(service, { concurrency: 1, run: breaking(2) });
  service.stored.delete("item_4");
  const second: string[] = [];
  await run(service, {
    resume: "exp_1",
    run: ({ id }) => {
      second.push(id);
      return "answer";
    },
  });
  service.close();
  expect(second).toEqual(["item_1", "item_4"]);
  expect([...service.stored.values()].every(({ error }) => error === undefined)).toBe(true);
  expect(service.asked.filter((path) => path === "POST /experiments")).toHaveLength(1);
});

test("Y14 the service's refusal ends the experiment with its message, and earlier answers stay stored", async () => {
  const service = await scriptedService([403]);
  const ran: string[] = [];
  const ended = run(service, {
    concurrency: 1,
    run: async ({ id }) => {
      ran.push(id);
      await fetch(service.url);
      return "answer";
    },
  });
  await expect(ended).rejects.toMatchObject({
    name: "ServiceError",
    status: 403,
    message: "not now",
  });
  expect(ran.length).toBeLessThan(QUESTIONS.length);
  await expect(run(service, { resume: "exp_9" })).rejects.toMatchObject({ status: 404 });
  service.close();
});
