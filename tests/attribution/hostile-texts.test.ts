import { describe, expect, it } from "vitest";
import { attributeInTurns } from "../../src/attribution/attribute.ts";
import { Attribution, type FailedCase } from "../../src/protocol/api/attribution.ts";
import { Trace } from "./support/trace.ts";

/** Texts that no agent should write, but that recordings hold. */
interface Hostile {
  readonly said: (index: number) => string;
  readonly query: string;
  readonly expected: string;
}

const EMOJI = ["🎉", "👩‍👩‍👧", "🏳️‍🌈", "😀😀😀", "🇵🇹"];
const HOSTILE: Readonly<Record<string, Hostile>> = {
  "emoji alone": {
    said: (index) => EMOJI[index % EMOJI.length] ?? "🎉",
    query: "❓",
    expected: "🎉",
  },
  "dates before the year 1000": {
    said: (index) =>
      `The abbey number ${index} was founded on 3 May ${100 + index}, 12 BC or 平安三年.`,
    query: "When was the abbey number 5 founded?",
    expected: "3 May 105",
  },
  tables: {
    said: (index) => `| town | day |\n|---|---|\n| Porto ${index} | Monday |\n| Faro | |`,
    query: "Which day is in the row of Porto 7?",
    expected: "Monday",
  },
  code: {
    said: (index) =>
      `const f${index} = (x) => { if (x !== null) return "\\u0041\\n" + x; }; // TODO`,
    query: "What does f3 return?",
    expected: "x",
  },
  "mixed languages": {
    said: (index) => `昨日 Nora compró ${index} libros; das war schön, n'est-ce pas? 네, не знаю.`,
    query: "¿Cuántos libros compró Nora 昨日?",
    expected: "cuatro",
  },
  "questions that quote questions": {
    said: (index) => `She asked "did he ask 'who asked ${index} times?'?" and "who asked?"`,
    query: `What did she mean by "did he ask 'who asked 4 times?'"?`,
    expected: "who asked?",
  },
  "statements that contradict each other": {
    said: (index) => (index % 2 === 0 ? "The gate is open." : "The gate is not open, it is shut."),
    query: "Is the gate open?",
    expected: "No",
  },
};

function hostile({ said, query, expected }: Hostile, messages: number, contextChars: number) {
  const trace = new Trace();
  const refs = Array.from({ length: messages }, (_, index) =>
    trace.message(`m${index}`, index % 2 === 0 ? "Ana" : "Ben", said(index)),
  );
  const units = refs.map((ref, index) => {
    const unit = trace.variable(`unit-${index}`, said(index), { category: "memory" });
    trace.operation(`store-${index}`, "store", [[ref, unit]], { category: "extraction" });
    return unit;
  });
  const texts: string[] = [];
  for (let length = 0, index = 0; length < contextChars; index += 1) {
    const text = said(index);
    length += text.length + 1;
    texts.push(text);
  }
  const asked = trace.variable("question", query, { category: "query" });
  const context = trace.variable("context", texts.join("\n"), { category: "context" });
  const links = [asked, ...units].map((from): [string, string] => [from, context]);
  trace.operation("search", "search", links, { category: "retrieval" });
  const reply = trace.variable("reply", "I do not know.", { category: "answer" });
  const read: [string, string][] = [
    [asked, reply],
    [context, reply],
  ];
  trace.operation("answer", "answer", read, { category: "answer" });
  const failed: FailedCase = {
    ...{ query, queryId: asked, prediction: "I do not know.", predictionId: reply },
    ...{ expected: [expected], evidence: refs },
  };
  return { graph: trace.build(), failed };
}

/** Returns the verdict and the number of characters that the attribution processed. */
function worked(made: ReturnType<typeof hostile>) {
  const turns = attributeInTurns(made.graph, made.failed);
  let cost = 0;
  for (let turn = turns.next(); ; turn = turns.next()) {
    if (turn.done === true) return { verdict: turn.value, cost };
    cost += turn.value;
  }
}

describe("hostile texts", () => {
  it.each(Object.entries(HOSTILE))(
    "A114 %s get a verdict, or the reason why the case is undecided",
    (_, texts) => {
      for (const evidence of ["given", "found"]) {
        const made = hostile(texts, 12, 600);
        const failed = evidence === "given" ? made.failed : { ...made.failed, evidence: [] };
        const { verdict } = worked({ ...made, failed });
        expect(Attribution.parse(verdict)).toEqual(verdict);
        expect(verdict.reason).not.toBe("");
      }
    },
  );

  it.each(Object.entries(HOSTILE))(
    "A114 %s: twice the evidence messages and context take less than three times the work",
    (_, texts) => {
      const half = worked(hostile(texts, 500, 200_000));
      const whole = worked(hostile(texts, 1000, 400_000));
      expect(Attribution.parse(whole.verdict)).toEqual(whole.verdict);
      expect(whole.cost).toBeLessThan(3 * half.cost);
    },
  );
});
