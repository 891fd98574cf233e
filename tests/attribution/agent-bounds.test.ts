import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutOldResults } from "../../src/attribution/agent/compress.ts";
import { boundedTranscript } from "../../src/attribution/transcript.ts";
import { Transcript, type TranscriptStep } from "../../src/protocol/api/transcript.ts";
import type { ModelMessage } from "../../src/protocol/model.ts";
import {
  agent,
  call,
  FLOW,
  investigated,
  script,
  stateIn,
  submit,
} from "./support/investigated.ts";
import { COST, ScriptedModel } from "./support/scripted-model.ts";

describe("the bounds of an agent", () => {
  test("N8 the agent ends after its maximum number of steps, and the last step offers only the verdict tool", async () => {
    const model = new ScriptedModel(() => call("explore", { variable: "unit-10@1" }));
    const verdict = await investigated(model);
    expect(verdict.notes.join(" ")).toContain("no verdict within its maximum number of steps");
    expect(model.asked).toHaveLength(20);
    expect(model.asked.at(-1)?.tools?.map(({ name }) => name)).toEqual(["submit_verdict"]);
    expect(stateIn(model.asked.at(-1))).toMatchObject({ steps_left: 0 });
  });

  test("N8 the service asks an agent that calls no tool once more, then stops", async () => {
    const model = new ScriptedModel(() => ({ text: "I think it was the search." }));
    const verdict = await investigated(model);
    expect(model.asked).toHaveLength(2);
    expect(verdict.op).toBe(FLOW.op);
  });

  test("N8 the agent asks nothing more after the case's budget is used up", async () => {
    const model = new ScriptedModel(() => call("explore", { variable: "unit-10@1" }));
    const verdict = await investigated(model, { usdPerCase: 0.003 });
    expect(model.asked).toHaveLength(3);
    expect(verdict).toMatchObject({ op: FLOW.op, spent: { calls: 3 } });
  });

  test("N8 a token limit bounds the agent if the endpoint has no price", async () => {
    const free = new ScriptedModel(() => call("explore", { variable: "unit-10@1" }));
    const spent = { ...COST, usd: 0, inputTokens: 200_000 };
    const complete = free.complete.bind(free);
    free.complete = async (request) => ({ ...(await complete(request)), spent });
    const verdict = await investigated(free);
    expect(free.asked).toHaveLength(3);
    expect(verdict.notes.join(" ")).toContain("500000 tokens");
  });

  test("N9 the context of a long investigation leaves out earlier results and keeps the latest whole", () => {
    const turn = (index: number): ModelMessage[] => [
      { role: "assistant", text: "", calls: [{ id: `c${index}`, name: "x", arguments: "{}" }] },
      {
        role: "tool",
        call: `c${index}`,
        text: JSON.stringify({ text: `${index}`.repeat(30_000) }),
      },
    ];
    const opening: ModelMessage[] = [
      { role: "system", text: "task" },
      { role: "user", text: "case" },
    ];
    const short = [...opening, ...turn(1), ...turn(2)];
    expect(withoutOldResults(short, 30_000)).toEqual(short);
    const long = [...opening, ...[1, 2, 3, 4, 5, 6].flatMap(turn)];
    const kept = withoutOldResults(long, 30_000);
    expect(withoutOldResults(long, 30_000)).toEqual(kept);
    expect(kept).toHaveLength(long.length);
    expect(kept.slice(0, 2)).toEqual(opening);
    expect(kept.slice(-6)).toEqual(long.slice(-6));
    for (const index of [3, 5, 7]) {
      expect(JSON.parse(kept[index]?.text ?? "")).toMatchObject({ left_out: expect.any(String) });
    }
    const least = withoutOldResults(long, 1_000);
    expect(least.slice(-2)).toEqual(long.slice(-2));
    expect(least.filter(({ text }) => text.includes("left_out"))).toHaveLength(5);
  });

  test("N15 findings stay if results are left out, and a later finding replaces an earlier one", async () => {
    const read = (variable: string) => call("explore", { variable, whole: true });
    const said = [
      call("explore", { variable: "unit-10@1", whole: true }),
      call("record_finding", { at: "unit-10@1", found: "It might hold the colour." }),
      call("record_finding", { at: "unit-10@1", found: "It holds the tall blue vase." }),
      call("record_finding", { at: "search", found: "Its list lacks the unit." }),
      call("record_finding", { at: "V9999", found: "x" }),
      ...["results@1", "question@1", "results@1", "question@1", "results@1", "reply@1"].map(read),
      submit(),
    ];
    const model = script(...said);
    await investigated(model, { limits: { steps: 20, contextTokens: 1_500 } });
    const last = model.asked.at(-1);
    expect(last?.messages.filter(({ text }) => text.includes("left_out")).length).toBeGreaterThan(
      2,
    );
    const { findings, without_finding: open, explored } = stateIn(last);
    expect(findings.map(({ found }: { found: string }) => found)).toEqual([
      "It holds the tall blue vase.",
      "Its list lacks the unit.",
    ]);
    expect(open).toHaveLength(3);
    expect(explored).toHaveLength(4);
    expect(stateIn(model.asked[5]).findings).toHaveLength(2);
  });

  test("N16 the project's settings limit the agent's steps and tokens", async () => {
    const model = new ScriptedModel(() => call("explore", { variable: "unit-10@1" }));
    await investigated(model, { limits: { steps: 3, contextTokens: 30_000 } });
    expect(model.asked).toHaveLength(3);
    const frugal = new ScriptedModel(() => call("explore", { variable: "unit-10@1" }));
    const verdict = await investigated(frugal, { tokensPerCase: 1_000 });
    expect(frugal.asked).toHaveLength(3);
    expect(verdict.notes.join(" ")).toContain("1000 tokens");
  });
});

describe("the transcript of an agent", () => {
  test("N17 the transcript holds each step with the records it names, and the oracle's questions", async () => {
    const steps: TranscriptStep[] = [];
    const model = new ScriptedModel((request, place) => {
      if (request.tools === undefined) return { text: JSON.stringify({ answer: "", quotes: [] }) };
      const unit = `V${[...agent.trace.build().variables.keys()].indexOf("unit-10@1") + 1}`;
      return model.asked[place - 1]?.tools === undefined
        ? call("explore", { variable: unit })
        : submit();
    });
    const record = (step: TranscriptStep) => steps.push(step);
    // If the model finds the answer in no text, the case stays undecided.
    await investigated(model, { method: "oracle", record });
    await investigated(model, { method: "agent", record });
    expect(Transcript.parse({ steps, leftOut: 0 }).steps).toEqual(steps);
    const oracle = steps.filter(({ by }) => by === "oracle");
    expect(oracle.length).toBeGreaterThan(0);
    expect(oracle[0]).toMatchObject({ tells: "none", answer: "", failure: null });
    const [explored, ended] = steps.filter((step) => step.by === "agent");
    expect(explored?.calls).toMatchObject([
      { tool: "explore", result: expect.stringContaining("tall blue vase") },
    ]);
    expect(explored?.mentions[0]).toMatchObject({ kind: "variable", id: "unit-10@1" });
    expect(ended?.calls[0]?.tool).toBe("submit_verdict");
  });

  test("N17 the transcript holds a failed question with the reason", async () => {
    const steps: TranscriptStep[] = [];
    const model = new ScriptedModel(() => ({ fails: "The endpoint failed." }));
    await investigated(model, { method: "oracle", record: (step) => steps.push(step) });
    expect(steps[0]).toMatchObject({ by: "oracle", tells: null, failure: "The endpoint failed." });
  });

  test("N18 a transcript stays within its maximum length and keeps its last steps", () => {
    const call = fc.record({
      tool: fc.constant("explore"),
      input: fc.string({ maxLength: 1_000, unit: "binary" }),
      result: fc.integer({ min: 0, max: 2_000 }).map((chars) => "\u0001".repeat(chars)),
    });
    const step = fc.record({
      by: fc.constant("agent" as const),
      text: fc.string({ maxLength: 200 }),
      calls: fc.array(call, { maxLength: 6 }),
      mentions: fc.array(
        fc.record({
          ...{ name: fc.string(), id: fc.string() },
          kind: fc.constantFrom("variable" as const, "operation" as const),
        }),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
        const bounded = boundedTranscript(steps);
        expect(JSON.stringify(bounded).length).toBeLessThan(410_000);
        expect(bounded.leftOut + bounded.steps.length).toBe(steps.length);
        const last = steps.at(-1);
        if (last !== undefined) expect(bounded.steps.at(-1)?.by).toBe(last.by);
        if (JSON.stringify(steps).length < 390_000) expect(bounded).toEqual({ steps, leftOut: 0 });
      }),
      { numRuns: 25 },
    );
  });
});
