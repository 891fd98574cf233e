import { afterAll, beforeAll, expect, it } from "vitest";
import type { MemoryHealth } from "../../src/protocol/api/explorer/health.ts";
import { LEDGER_SHARES } from "../../src/protocol/api/explorer/health-words.ts";
import { LEDGER_FLAGS } from "../../src/protocol/api/explorer/ledger-words.ts";
import { wilson } from "../../src/statistics/wilson.ts";
import { memtrace } from "./support/memtrace.ts";
import { answerJson, type ScriptedService, scriptedService } from "./support/scripted-service.ts";

const share = (count: number, of: number) => ({
  value: of === 0 ? null : count / of,
  ...wilson(count, of),
});
const HEALTH: MemoryHealth = {
  graphs: 1,
  survival: { facts: 100, stored: 80, kept: 70, lost: 20, share: share(70, 100) },
  ...{ byKind: [], days: [], examples: [] },
  losses: [{ opName: "summarise", errorType: "ExtractionError", facts: 20 }],
  shares: LEDGER_SHARES.map((figure) => {
    const [count, of] =
      figure === "never-read" ? [4, 10] : figure === "empty-searches" ? [0, 0] : [0, 10];
    return { figure, count, of, share: share(count, of), graphs: [] };
  }),
  memory: {
    ...{ graphs: 1, uncounted: 2, units: 10, held: 10, wrong: 0, searches: 0, emptySearches: 0 },
    flags: Object.fromEntries(
      LEDGER_FLAGS.map((flag) => [flag, 0]),
    ) as MemoryHealth["memory"]["flags"],
  },
};

let service: ScriptedService;
const asked: string[] = [];
beforeAll(async () => {
  service = await scriptedService({
    answer: ({ url = "" }, response) => {
      asked.push(url);
      answerJson(response, 200, HEALTH);
    },
  });
});
afterAll(() => service.close());
const health = (...args: string[]) => memtrace(["health", ...args], { env: service.env });

it("K35 memtrace health prints figures with intervals and the operations that lose most facts", async () => {
  const { code, out, err } = await health("--period", "7d", "--system", "mem0");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("1 graph with counted facts, 2 not counted yet");
  expect(out).toMatch(/^survival +70% \(60\.4% to 78\.1%\), 70 of 100 +Facts still in memory$/m);
  expect(out).toMatch(/^20 +ExtractionError +summarise$/m);
  const from = new Date(Date.now() - 6 * 24 * 3_600_000).toISOString().slice(0, 10);
  expect(asked.at(-1)).toMatch(new RegExp(`from=${from}&system=mem0$`));
  expect(JSON.parse((await health("--json")).out)).toEqual(HEALTH);
});

it("K36 memtrace health exits with 1 and names each figure that is beyond its bound or not counted", async () => {
  const met = await health("--fail-under", "survival=0.7", "--fail-over", "never-read=0.4");
  expect(met).toMatchObject({ code: 0, err: "" });
  const missed = await health(
    ...["--json", "--fail-under", "survival=0.8", "--fail-over", "never-read=0.3"],
    ...["--fail-over", "empty-searches=0.5"],
  );
  expect(missed.code).toBe(1);
  expect(JSON.parse(missed.out)).toEqual(HEALTH);
  expect(missed.err.trim().split("\n")).toEqual([
    "survival is 70% (60.4% to 78.1%), 70 of 100, which --fail-under survival=0.8 does not allow.",
    expect.stringMatching(
      /^never-read is 40% .* which --fail-over never-read=0.3 does not allow\.$/,
    ),
    "empty-searches is nothing counted, which --fail-over empty-searches=0.5 does not allow.",
  ]);
});
