/**
 * `node tests/attribution/generated/main.ts [fit|held-out] [--cases N] [--seed N] [--out DIR]`
 * prints the accuracy of the flow tracer on generated cases. With --out it writes them as
 * MemTraceBench files.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { exported } from "../../graph/support/exported.ts";
import { type GeneratedCase, generated, type SetName } from "./cases.ts";
import { figuresOf, line, scored, table } from "./figures.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: "string", default: "800" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
  },
});
const name: SetName = positionals[0] === "held-out" ? "held-out" : "fit";

function asFile({ graph, failed, truth }: GeneratedCase): string {
  const file = exported(graph);
  file.data.annotations = [
    {
      query: failed.query,
      query_id: failed.queryId,
      golden_answers: failed.expected,
      prediction: failed.prediction,
      prediction_id: failed.predictionId,
      source_evidence_ids: failed.evidence,
      final_error_type: truth.errorType === "JudgeError" ? "LLMAsAJudgeError" : truth.errorType,
      final_op_id: truth.op,
    },
  ];
  return JSON.stringify(file);
}

const cases = [];
for (const made of generated(name, Number(values.cases), Number(values.seed))) {
  if (values.out !== undefined) {
    mkdirSync(values.out, { recursive: true });
    writeFileSync(
      join(values.out, `${made.system}-${made.language}-${cases.length}.json`),
      asFile(made),
    );
  }
  cases.push(scored(made));
}
console.log(line(name, figuresOf(cases)));
for (const [title, of] of [
  ["fault", (made) => made.fault],
  ["question", (made) => made.kind],
  ["system", (made) => `${made.system}${made.labelled ? "" : ", no labels"}`],
  ["language", (made) => made.language],
] satisfies [string, Parameters<typeof table>[2]][]) {
  console.log(`\n${table(title, cases, of)}`);
}
