/**
 * The oracle on labelled traces whose model-made texts are put in other words. What answers is a
 * script: it looks up what the text said before the rewording, and reads that as the tracer does.
 * Set TRACEBENCH_DIR to a folder of `<system>/*.json.gz`.
 */
import { describe, expect, it } from "vitest";
import { type Trace, trace } from "../../src/attribution/attribute.ts";
import { lexicalCarry, shareIn, shownText } from "../../src/attribution/carry/carry.ts";
import type { AskedDetail, Judgement } from "../../src/attribution/carry/carry-answers.ts";
import { DECIDING_VIEW } from "../../src/attribution/carry/match-profiles.ts";
import { followForward } from "../../src/attribution/flow/flow.ts";
import { consultOracle } from "../../src/attribution/oracle/oracle.ts";
import { CARRIED } from "../../src/attribution/thresholds.ts";
import { knownCase, truthOf } from "../../src/evaluation/annotation.ts";
import { rewordTrace } from "../../src/evaluation/perturb/reword.ts";
import {
  readTraceFile,
  type TraceJson,
  withoutAnnotations,
} from "../../src/evaluation/trace-file.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import type { Variable } from "../../src/graph/model.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import { graphFiles } from "../../src/local/graph-files.ts";

const root = process.env.TRACEBENCH_DIR;
const MAX_QUESTIONS = 16;
/** A third of the files keeps the test short; their share can be two points below that of all. */
const EVERY_NTH = 3;

function graphOf(file: TraceJson): EvolutionGraph {
  const read = readSmartcomment(withoutAnnotations(file));
  if (!read.ok) throw new Error(read.fault.message);
  return read.value.graph;
}

/** What the same variables said in the original recording. */
class SideTable {
  readonly #original: Trace;
  readonly #graph: EvolutionGraph;
  readonly #byText = new Map<string, Variable[]>();

  constructor(originalGraph: EvolutionGraph, original: Trace, other: EvolutionGraph, seen: Trace) {
    this.#original = original;
    this.#graph = originalGraph;
    for (const variable of other.variables.values()) {
      const before = originalGraph.variables.get(variable.id);
      if (before === undefined) continue;
      for (const text of new Set([shownText(variable, seen.about), variable.value])) {
        this.#byText.set(text, [...(this.#byText.get(text) ?? []), before]);
      }
    }
  }

  /** Whether the answer that was given, as it was, states the detail. */
  answerGiven(prediction: string, detail: AskedDetail): Judgement {
    const { needs, reading } = this.#original.about;
    const need = needs.needs.find(
      (known) => known.text === detail.text && known.statement === detail.statement,
    );
    if (need === undefined) return "no";
    const bare = { ...need, around: [] };
    return shareIn(prediction, bare, DECIDING_VIEW, reading) >= CARRIED ? "yes" : "no";
  }

  /** Whether the evidence, which nobody put in other words, states the answer that was given. */
  get evidenceContradicts(): Judgement {
    return this.#original.attribution.errorType === "AnnotationError" ? "yes" : "no";
  }

  answer(text: string, detail: AskedDetail): Judgement {
    const need = this.#original.about.needs.needs.find(
      (known) => known.text === detail.text && known.statement === detail.statement,
    );
    const { traced, about } = this.#original;
    if (need === undefined) return "no";
    const carry = lexicalCarry(DECIDING_VIEW, about);
    if (traced === undefined) {
      const variables = this.#byText.get(text) ?? [];
      return variables.some((variable) => carry(variable, need) >= CARRIED) ? "yes" : "no";
    }
    const { reached } = followForward(need, traced.tracing);
    const states = (variable: Variable) => {
      const units = this.#graph
        .linksTo(variable.id)
        .filter(({ op }) => op === traced.tracing.roles.answerOp?.id);
      const isContext = traced.tracing.roles.context.includes(variable) && units.length > 0;
      return isContext
        ? units.some(({ from }) => reached.has(from))
        : reached.has(variable.id) || carry(variable, need) >= CARRIED;
    };
    return (this.#byText.get(text) ?? []).some(states) ? "yes" : "no";
  }
}

async function score(share: number) {
  const asked: number[] = [];
  let [cases, right, rightByWords] = [0, 0, 0];
  const paths = graphFiles([root ?? "."]).filter((_, index) => index % EVERY_NTH === 0);
  for (const path of paths) {
    const file = await readTraceFile(path);
    const put = rewordTrace(file, { share, keepAnswer: false, seed: 1 });
    const [before, after] = [graphOf(file), graphOf(put)];
    for (const [index, annotation] of file.annotations.entries()) {
      const label = truthOf(annotation);
      const [original, failed] = [file, put].map(({ annotations }) =>
        knownCase(annotations[index] ?? {}, "given"),
      );
      if (label === undefined || original === undefined || failed === undefined) continue;
      const first = trace(after, failed);
      const table = new SideTable(before, trace(before, original), after, first);
      const ask = async ({ text, detail }: { text: string; detail: AskedDetail }) =>
        detail.text === failed.prediction
          ? table.evidenceContradicts
          : text === failed.prediction
            ? table.answerGiven(original.prediction, detail)
            : table.answer(text, detail);
      const oracle = await consultOracle(after, failed, ask, MAX_QUESTIONS, first);
      const isRight = ({ errorType, op }: Trace["attribution"]) =>
        errorType === label.errorType && op === label.op;
      cases += 1;
      right += isRight(oracle.attribution) ? 1 : 0;
      rightByWords += isRight(first.attribution) ? 1 : 0;
      asked.push(oracle.asked);
    }
  }
  asked.sort((a, b) => a - b);
  const median = asked[Math.floor(asked.length / 2)] ?? 0;
  return { both: right / cases, byWords: rightByWords / cases, median };
}

describe.skipIf(root === undefined)("reworded traces (skipped: TRACEBENCH_DIR is not set)", () => {
  it("O9 with 45 % of the words replaced, a truthful oracle makes both right in 95 of 100 cases, with six questions in the median", async () => {
    const { both, byWords, median } = await score(0.45);
    expect(both).toBeGreaterThanOrEqual(0.95);
    expect(both).toBeGreaterThan(byWords);
    expect(median).toBeLessThanOrEqual(6);
  }, 600_000);
});
