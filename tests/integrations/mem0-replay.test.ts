import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemTrace } from "@memtrace/sdk";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ProjectClient } from "../../src/local/client/project-client.ts";
import { attributedCase } from "./support/attributed.ts";
import "./support/kept-statements.ts";
import {
  converse,
  EXPECTED,
  FAULTS,
  type Fault,
  replayOf,
  startModel,
} from "./support/mem0-app.ts";
import type { ScriptedOpenAI } from "./support/scripted-openai.ts";

let folder: string;
let model: ScriptedOpenAI;
let fault: Fault = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "memtrace-mem0-"));
  Object.assign(process.env, { MEM0_TELEMETRY: "false", MEM0_DIR: folder });
  model = await startModel(() => fault);
});
afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

describe("a replay of an app over mem0", () => {
  /** Returns the attributed case of a conversation with this fault. */
  async function wrongAnswer(name: string, injected: Fault) {
    fault = injected;
    const { url, key } = inject("service");
    const graph = `mem0 replayed: ${name}`;
    const memtrace = new MemTrace({ url, apiKey: key });
    const said = await memtrace.graph(graph, { system: "mem0" }, () =>
      converse(memtrace, model.url, fault),
    );
    await memtrace.close();
    expect(said).not.toBe(EXPECTED);
    const api = new ProjectClient({ url, headers: () => ({ Authorization: `Bearer ${key}` }) });
    return { of: await attributedCase(graph), said, api, client: { url, apiKey: key } };
  }

  it.each(FAULTS)(
    "Z14 %s: a replay proves the verdict",
    async (name, injected, errorType, opName) => {
      const { of, said, api, client } = await wrongAnswer(name, injected);
      expect(of.attribution).toMatchObject({ errorType, opName });
      const plan = await api.replayPlan(of.id);
      const asked = model.asked.length;
      const facts = await replayOf(model.url, fault, [folder]).run(plan, { client });
      const replay = await api.addReplay(of.id, facts);
      expect(replay).toMatchObject({ outcome: "proved", control: { answer: said, isSame: true } });
      expect((await api.case(of.id)).proof).toBe("proved");
      // A replay runs only the answer again, not the steps before the question. It does so in both
      // runs.
      if (errorType === "RetrievalError") expect(model.asked.length - asked).toBe(2);
    },
  );

  it("Z14 a replay refuses a memory whose store is a file", async () => {
    const { of, api, client } = await wrongAnswer("no copy", { says: "I forgot." });
    const real = replayOf(model.url, fault, [folder], join(folder, "real.db"));
    const run = real.run(await api.replayPlan(of.id), { client });
    await expect(run).rejects.toThrow("The memory is not a copy: give it vectorStore");
    expect((await api.case(of.id)).proof).toBe(null);
  });
});
