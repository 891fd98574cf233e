/** Faults of many kinds, planted at known places in generated conversations and wordings. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import type { ErrorType } from "../../src/protocol/error-types.ts";
import { Trace } from "./support/trace.ts";

const SPEAKERS = ["Ana", "Ben"] as const;
const NOUNS = `lantern kettle orchard violin saddle compass blanket chimney ferry glacier harbour
  ladder mirror notebook oven parcel quilt rowboat stable tunnel umbrella vineyard workshop anchor
  bakery candle dentist engine fountain garden`.split(/\s+/);
const VERBS = `repaired painted borrowed carried forgot lifted measured opened polished rented
  sketched towed`.split(/\s+/);
const DETAILS = `crimson wooden Lisbon Harriet seventeen copper Norwegian velvet Oslo marble amber
  Quentin`.split(/\s+/);

const FAULTS = [
  "left out",
  "replaced when stored",
  "overwritten",
  "cut short",
  "emptied",
  "crowded out",
  "not found",
  "ignored",
] as const;
type Fault = (typeof FAULTS)[number];

interface Plan {
  readonly fault: Fault;
  readonly target: number;
  readonly nouns: readonly string[];
  readonly details: readonly string[];
  /** How many of ten words the memory replaces with words of its own. */
  readonly freely: number;
}

const COUNT = 6;
const plan = (freely: number): fc.Arbitrary<Plan> =>
  fc.record({
    fault: fc.constantFrom(...FAULTS),
    target: fc.integer({ min: 0, max: COUNT - 1 }),
    nouns: fc.shuffledSubarray(NOUNS, { minLength: 3 * COUNT, maxLength: 3 * COUNT }),
    details: fc.shuffledSubarray(DETAILS, { minLength: COUNT, maxLength: COUNT }),
    freely: fc.constant(freely),
  });

/** Returns the memory's own word for `word`, the same one each time. */
function own(word: string, freely: number): string {
  const sum = [...word].reduce((total, letter) => total * 31 + letter.charCodeAt(0), 7) >>> 0;
  return sum % 10 < freely
    ? `${word[0]}uz${(sum % 9973).toString(36).replace(/\d/g, "o")}ek`
    : word;
}

/** Plants the fault and returns the case with its true verdict. */
function planted({ fault, target, nouns, details, freely }: Plan) {
  const trace = new Trace();
  const other = (target + 1) % COUNT;
  const spare = details[other] ?? "";
  const said = (index: number, detail = details[index] ?? "") => {
    const [a, b, c] = nouns.slice(3 * index);
    const verb = VERBS[index] ?? "";
    return `I ${verb} the ${a} near the ${b}, and the ${c} was ${detail} after all.`;
  };
  const stored = (index: number, detail = details[index] ?? "") =>
    said(index, "DETAIL")
      .replace(/^I/, SPEAKERS[index % 2] ?? "")
      .replace(/\p{Ll}{4,}/gu, (word) => own(word, freely))
      .replace("DETAIL", detail);
  const wrote = {
    "left out": stored(target, "").replace(/, and .*$/, "."),
    "replaced when stored": stored(target, spare),
  };
  let truth: { errorType: ErrorType; op: string } = { errorType: "ResponseError", op: "answer" };
  const units: string[] = [];
  const texts: string[] = [];
  for (let index = 0; index < COUNT; index += 1) {
    const message = trace.message(`m${index}`, SPEAKERS[index % 2] ?? "", said(index));
    let text = stored(index);
    if (index === target && (fault === "left out" || fault === "replaced when stored")) {
      text = wrote[fault];
      truth = { errorType: "ExtractionError", op: `store-${index}` };
    }
    const unit = trace.variable(`unit-${index}`, text, { category: "memory" });
    trace.operation(`store-${index}`, "store", [[message, unit]], { category: "extraction" });
    units.push(unit);
    texts.push(text);
  }
  const later: Partial<Record<Fault, string>> = {
    overwritten: stored(target, spare),
    "cut short": stored(target).replace(/, and .*$/, "."),
    emptied: "",
    "crowded out": stored(other),
  };
  const next = later[fault];
  if (next !== undefined) {
    const before = units[target] ?? "";
    const unit = trace.variable(`unit-${target}`, next, { category: "memory", version: 2 });
    trace.operation("tidy", "tidy", [[before, unit]], {
      category: fault === "emptied" ? "deletion" : "update",
    });
    units[target] = unit;
    texts[target] = next;
    truth = { errorType: fault === "emptied" ? "DeletionError" : "UpdateError", op: "tidy" };
  }
  const [a, b, c] = nouns.slice(3 * target);
  const question = `What was the ${c} after somebody worked on the ${a} near the ${b}?`;
  const query = trace.variable("question", question, { category: "query" });
  const shown = fault === "not found" ? [other, (target + 2) % COUNT] : [target, other];
  const context = trace.variable("context", shown.map((index) => texts[index] ?? "").join("\n"));
  const links = [query, ...shown.map((index) => units[index] ?? "")].map(
    (from) => [from, context] as const,
  );
  trace.operation("search", "search", links, { category: "retrieval" });
  if (fault === "not found") truth = { errorType: "RetrievalError", op: "search" };
  const reply = trace.variable("reply", "Nobody knows.", { category: "answer" });
  trace.operation(
    "answer",
    "answer",
    [
      [query, reply],
      [context, reply],
    ],
    { category: "answer" },
  );
  const failed = {
    ...{ query: question, queryId: query, prediction: "Nobody knows.", predictionId: reply },
    ...{ expected: [details[target] ?? ""], evidence: [`m${target}@1`] },
  };
  return { graph: trace.build(), failed, truth };
}

function wrong(freely: number): string[] {
  return fc.sample(plan(freely), { numRuns: 160, seed: 11 }).flatMap((each) => {
    const { graph, failed, truth } = planted(each);
    const { errorType, op } = attribute(graph, failed);
    const isRight = errorType === truth.errorType && op === truth.op;
    return isRight ? [] : [`${each.fault}: ${errorType} at ${op}`];
  });
}

describe("planted faults", () => {
  it("A41 the tracer names every planted fault if the memory keeps the words", () => {
    expect(wrong(0)).toEqual([]);
  });

  it("A41 the tracer names 95% of planted faults if the memory paraphrases three words in ten", () => {
    expect(wrong(3).length).toBeLessThanOrEqual(160 * 0.05);
  });
});
