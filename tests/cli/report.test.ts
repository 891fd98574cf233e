import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { labelledFolder } from "../evaluation/support/labelled-file.ts";
import { memtrace } from "./support/memtrace.ts";
import { answerJson, scriptedService } from "./support/scripted-service.ts";
import { report, undecided, wrong } from "./support/shown-data.ts";

const folder = () => mkdtempSync(join(tmpdir(), "memtrace-report-"));

it("K45 a report takes the options of the case list, and several graphs, users and cases", async () => {
  const asked: unknown[] = [];
  const service = await scriptedService({
    answer: (_, response, body) => {
      asked.push(JSON.parse(body));
      answerJson(response, 201, report("Something was lost."));
    },
  });
  const line = "report --graph g1 --graph g2 --user ada --case c1 --system mem0 --finding f1";
  const more = "--type RetrievalError --prompt extract@3 --experiment e1 --dataset d";
  const { code, out } = await memtrace(`${line} ${more}`.split(" "), { env: service.env });
  service.close();
  expect(code).toBe(0);
  expect(asked).toEqual([
    {
      ...{ graphs: ["g1", "g2"], users: ["ada"], cases: ["c1"], system: "mem0", finding: "f1" },
      ...{ errorType: "RetrievalError", prompt: "extract", promptVersion: 3 },
      ...{ experiment: "e1", dataset: "d" },
    },
  ]);
  expect(out).toContain("What to do");
});

it("K46 a report on a file of cases needs no service and cites the cases", async () => {
  const file = join(folder(), "cases.json");
  writeFileSync(file, JSON.stringify([wrong({ id: "case_a" }), undecided({ id: "case_b" })]));
  const { code, out, err } = await memtrace(["report", "--file", file, "--markdown"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("1 attributed, 1 undecided");
  expect(out).toMatch(/## What to do\n\n- .*case\\_a/);
});

it("K46 a report reads what eval writes, and refuses another file with a remedy", async () => {
  const evaluated = await memtrace(["eval", labelledFolder(), "--json"]);
  const file = join(folder(), "verdicts.json");
  writeFileSync(file, evaluated.out);
  const made = await memtrace(["report", "--file", file, "--json"]);
  const { verdicts } = JSON.parse(evaluated.out);
  const { body } = JSON.parse(made.out);
  expect(body.cases).toBe(verdicts.length);
  expect(body.byType[0].key).toBe(verdicts[0].errorType);
  expect(body.conclusions[0].cases[0]).toContain(verdicts[0].file);
  writeFileSync(file, '{"some": "thing"}');
  const refused = await memtrace(["report", "--file", file]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("holds no attributed cases. Write it with memtrace cases --json");
  expect((await memtrace(["report", "--file", "/nowhere"])).err).toContain(
    "/nowhere: no such file",
  );
});
