import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ApiClient } from "../../src/local/client/api-client.ts";
import { readLocomo } from "./reference-experiment/locomo.ts";
import type { ReferenceFigures } from "./reference-experiment/run-reference.ts";
import {
  DIMENSIONS,
  type Message,
  startScriptedOpenAI,
  textOf,
} from "./support/scripted-openai.ts";

const COMMAND = resolve(import.meta.dirname, "reference-experiment/main.ts");
const FOLDER = mkdtempSync(join(tmpdir(), "memtrace-reference-test-"));
const run = promisify(execFile);

const PEOPLE = [
  { name: "Ann", colour: "teal", cat: "Miso" },
  { name: "Bob", colour: "amber", cat: "Pesto" },
  { name: "Cleo", colour: "ochre", cat: "Tofu" },
  { name: "Dora", colour: "indigo", cat: "Nori" },
];

/** A file in LoCoMo's format with invented conversations. */
function locomo(): string {
  const samples = PEOPLE.map(({ name, colour, cat }, index) => ({
    sample_id: `conv-${index + 1}`,
    conversation: {
      ...{ speaker_a: name, speaker_b: "Sam" },
      session_10_date_time: "1:00 pm on 9 May, 2023",
      session_10: [{ speaker: "Sam", dia_id: "D10:1", text: "See you on Monday." }],
      session_1_date_time: "9:00 am on 7 May, 2023",
      session_1: [
        { speaker: name, dia_id: "D1:1", text: `My favourite colour is ${colour}.` },
        { speaker: "Sam", dia_id: "D1:2", text: "Good to know!", blip_caption: "a painted wall" },
        { speaker: name, dia_id: "D1:3", text: `I adopted a cat that is called ${cat}.` },
      ],
    },
    qa: [
      {
        question: `What is the favourite colour of ${name}?`,
        answer: colour,
        evidence: ["D1:1"],
        category: 4,
      },
      {
        question: `What is the cat of ${name} called?`,
        answer: cat,
        evidence: ["D1:3; D9:9"],
        category: 1,
      },
      { question: "What is never said?", adversarial_answer: "nothing", evidence: [], category: 5 },
    ],
  }));
  const path = join(FOLDER, "locomo.json");
  writeFileSync(path, JSON.stringify(samples));
  return path;
}

const LEARNT = "Keep also what a speaker likes best of all.";

/** A scripted model in every role. It extracts favourites only if its instructions ask for them. */
function answer(messages: readonly Message[]): string | undefined {
  const told = textOf(messages[0]);
  const asked = textOf(messages.at(-1));
  const [, news] = /## New Messages\n([\s\S]*?)\n## /.exec(asked) ?? [];
  if (news !== undefined) return extract(news, told.includes(LEARNT));
  if (asked.startsWith("Memories:")) return reply(asked);
  const json: unknown = asked.startsWith("{") ? JSON.parse(asked) : {};
  if (typeof json !== "object" || json === null) return undefined;
  if ("given" in json && "right" in json) {
    const right = String(json.given).includes(String([json.right].flat()[0]));
    return JSON.stringify({ right, reason: "compared by the script" });
  }
  return "task" in json ? JSON.stringify(optimize(json as OptimizerTask)) : undefined;
}

function extract(news: string, withFavourites: boolean): string {
  const memory = [...news.matchAll(/\] (\w+): (.*)$/gm)]
    .filter(([, , said = ""]) => withFavourites || !said.includes("favourite"))
    .map(([, name, said], id) => ({
      id: `${id}`,
      text: `${name} said: ${said}`,
      attributed_to: "user",
    }));
  return JSON.stringify({ memory });
}

function reply(asked: string): string {
  const [memories = "", question = ""] = asked.split("\n\nQuestion: ");
  const person = PEOPLE.find(({ name }) => question.includes(name));
  const wanted = question.includes("colour") ? person?.colour : person?.cat;
  return wanted !== undefined && memories.includes(wanted) ? wanted : "I do not know.";
}

interface OptimizerTask {
  readonly task: string;
  readonly prompts?: readonly { id: string; feeds: readonly string[] }[];
  readonly suggestions?: readonly { id: string }[];
  readonly points?: readonly { id: string }[];
  readonly prompt?: { readonly text: string };
}

function optimize({ task, prompts = [], suggestions = [], points = [], prompt }: OptimizerTask) {
  if (task === "suggest") {
    const chosen = prompts.find(({ feeds }) => feeds.includes("extract")) ?? prompts[0];
    return { fixable: true, prompt: chosen?.id, change: LEARNT, why: "It was left out." };
  }
  if (task === "aggregate") {
    return { points: [{ change: LEARNT, from: [...points, ...suggestions].map(({ id }) => id) }] };
  }
  const changes = points.map(({ id }) => ({ point: id, what: "one more instruction" }));
  return { text: `${prompt?.text}\n\n${LEARNT}\n`, changes };
}

let model: Awaited<ReturnType<typeof startScriptedOpenAI>>;
let key: string;
beforeAll(async () => {
  model = await startScriptedOpenAI(answer);
  const api = new ApiClient(inject("service").url);
  await api.signUp({ name: "Rae", email: "rae@example.com", password: "correct horse battery" });
  await api.createProject(await api.createOrganization("Lab", "lab"), "Reference");
  key = (await api.createKey("Lab", ["ingest", "read", "write", "admin"])).key;
});
afterAll(() => model.close());

const command = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  run(process.execPath, [COMMAND, ...args], { env: { PATH: process.env.PATH, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error) => ({ code: error.code, out: error.stdout, err: error.stderr }),
  );

describe("the reference's experiment", () => {
  it("Y17 the reader of LoCoMo keeps sessions in order and existing evidence, and skips adversarial questions", () => {
    const [first] = readLocomo(locomo());
    expect(first?.sessions.flat()).toEqual([
      { id: "D1:1", text: "[9:00 am on 7 May, 2023] Ann: My favourite colour is teal." },
      {
        id: "D1:2",
        text: "[9:00 am on 7 May, 2023] Sam: Good to know! [shows a picture: a painted wall]",
      },
      { id: "D1:3", text: "[9:00 am on 7 May, 2023] Ann: I adopted a cat that is called Miso." },
      { id: "D10:1", text: "[1:00 pm on 9 May, 2023] Sam: See you on Monday." },
    ]);
    expect(first?.questions.map(({ expected, evidence }) => [expected, evidence])).toEqual([
      ["teal", ["D1:1"]],
      ["Miso", ["D1:3"]],
    ]);
    const wrong = join(FOLDER, "wrong.json");
    writeFileSync(wrong, '[{"sample_id": "x", "conversation": {}}]');
    expect(() => readLocomo(wrong)).toThrow(/is not LoCoMo: 0\.qa/);
  });

  it("Y18 the experiment runs from the file to compared figures, and mem0 then uses the accepted prompt", async () => {
    const json = join(FOLDER, "figures.json");
    const args = [
      ...["--locomo", locomo(), "--base-url", model.url, "--dimensions", `${DIMENSIONS}`],
      ...["--iterations", "2", "--held-out", "2", "--turns", "1", "--json", json],
      ...["--service", inject("service").url],
    ];
    const ended = await command(args, { OPENAI_API_KEY: "none", MEMTRACE_API_KEY: key });
    expect([ended.err, ended.code]).toEqual(["", 0]);
    const figures: ReferenceFigures = JSON.parse(readFileSync(json, "utf8"));
    expect([...figures.trained, ...figures.heldOut].sort()).toEqual(
      PEOPLE.map((_, index) => `conv-${index + 1}`),
    );
    expect(figures).toMatchObject({
      iterations: [
        {
          score: { questions: 2, right: 1 },
          casesByType: { ExtractionError: 1 },
          ...{ accepted: ["mem0-instructions"], failure: null },
        },
        { score: { questions: 2, right: 2 }, casesByType: {}, accepted: [] },
      ],
      ...{ before: { questions: 4, right: 2, failed: 0 }, after: { questions: 4, right: 4 } },
      compared: { judgedInBoth: 4, gained: 2, lost: 0, difference: 0.5 },
      rightByCategory: { 1: { before: 2, after: 2, of: 2 }, 4: { before: 0, after: 2, of: 2 } },
      usage: { failedAdds: 0 },
    });
    expect(model.asked.some((messages) => textOf(messages[0]).includes(LEARNT))).toBe(true);
  });

  it("Y18 the experiment reports missing settings before it runs anything", async () => {
    const without = await command(["--locomo", "nowhere.json"], { OPENAI_API_KEY: "none" });
    expect(without).toMatchObject({
      code: 1,
      err: expect.stringContaining("--locomo: there is no"),
    });
    const keyless = await command(["--locomo", locomo()], {});
    expect(keyless).toMatchObject({ code: 1, err: expect.stringContaining("OPENAI_API_KEY") });
    const all = await command(["--locomo", locomo(), "--iterations", "4"], {
      OPENAI_API_KEY: "none",
    });
    expect(all).toMatchObject({ code: 1, err: expect.stringContaining("none is held out") });
  });
});
