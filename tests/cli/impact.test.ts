import { describe, expect, it } from "vitest";
import type { ImpactPage } from "../../src/protocol/api/explorer/impact.ts";
import { memtrace } from "./support/memtrace.ts";
import { answerJson, scriptedService } from "./support/scripted-service.ts";

const ITEM = {
  ...{ answer: "ans_1", graph: "g", query: "Where is the key?", prediction: "In the pot." },
  ...{ occurredAt: "2026-03-04T00:00:00.000Z", facts: ["pot"], isOnly: true },
  path: [
    { variable: "unit-1@1", text: "In the pot.", op: "op", opName: "answer" },
    { variable: "a@1", text: "In the pot.", op: null, opName: null },
  ],
};

const page = (next: string | null, items: ImpactPage["items"]): ImpactPage => ({
  ...{ items, next },
  progress: { checked: 20, unfollowed: 1, graph: "g", graphs: 1, total: 40 },
});

/** Runs the command against a service with two pages; the second page has one answer. */
async function ran(line: string) {
  const asked: string[] = [];
  const service = await scriptedService({
    answer: ({ url = "" }, response) => {
      asked.push(url);
      const isFirst = !url.includes("cursor=");
      answerJson(response, 200, isFirst ? page("c2", []) : page(null, [ITEM]));
    },
  });
  const ended = await memtrace(line.split(" "), { env: service.env });
  service.close();
  return { ...ended, asked };
}

describe("memtrace impact", () => {
  it("K47 memtrace impact checks all pages and prints each answer with its fact and path", async () => {
    const { code, out, err, asked } = await ran("impact unit-1 --graph g");
    expect(code).toBe(0);
    expect(asked).toEqual(["/v1/graphs/g/impact/unit-1", "/v1/graphs/g/impact/unit-1?cursor=c2"]);
    expect(out).toContain("path: unit-1@1 → answer → a@1");
    expect(err).toContain(
      "1 of 40 right answers depend on this value; 1 of them with no other path to the fact.",
    );
    const made = await ran("impact --prompt extract@3 --json");
    expect(made.asked[0]).toBe("/v1/impact?prompt=extract&promptVersion=3");
    expect(JSON.parse(made.out)).toMatchObject({ checked: 40, unfollowed: 2, resting: 1, only: 1 });
    expect((await ran("impact --user ada")).asked[0]).toBe("/v1/impact?user=ada");
  });

  it("K48 with --fail-over, memtrace impact exits with 1 if more answers depend on the item", async () => {
    expect((await ran("impact unit-1 --graph g --fail-over 1")).code).toBe(0);
    const { code, err } = await ran("impact unit-1 --graph g --fail-over 0");
    expect(code).toBe(1);
    expect(err).toContain("1 right answers are more than --fail-over 0 allows.");
  });

  it.each([
    ["impact", "Give one of --graph, --user and --prompt."],
    ["impact --graph g --user ada", "Give one of --graph, --user and --prompt."],
    ["impact --graph g", "Name a memory unit or message."],
    ["impact --prompt extract", "--prompt is extract; give a version too, such as extract@3."],
    ["impact --user ada --fail-over few", "--fail-over is few; give a whole number."],
  ])("K47 memtrace impact refuses %s and names a valid selection", async (line, first) => {
    const { code, err } = await memtrace(line.split(" "), {
      env: { MEMTRACE_API_KEY: "mt_live_any" },
    });
    expect({ code, first: err.split("\n")[0] }).toEqual({ code: 2, first });
  });
});
