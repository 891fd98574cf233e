/** Which step is decisive if several of them handled the lost fact. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import type { FailedCase } from "../../src/protocol/api/attribution.ts";
import { Trace } from "./support/trace.ts";

type Asked = Pick<FailedCase, "query" | "prediction"> & { readonly expected: string };

/** Asks the memory a question. The search returns the first units. */
function asked(trace: Trace, failed: Asked, found: readonly string[], evidence: string) {
  const query = trace.variable("question", failed.query, { category: "query" });
  return answered(trace, failed, query, found, evidence);
}

function answered(
  trace: Trace,
  failed: Asked,
  searched: string,
  found: readonly string[],
  evidence: string,
  query = searched,
) {
  const read = found.map((unit): [string, string] => [searched, unit]);
  trace.operation("search-1", "search", read, { category: "retrieval" });
  const reply = trace.variable("reply", failed.prediction, { category: "answer" });
  const links = found.map((unit): [string, string] => [unit, reply]);
  trace.operation("answer-1", "answer", [[query, reply], ...links], { category: "answer" });
  const { expected, ...rest } = failed;
  const ids = { queryId: query, predictionId: reply, evidence: [evidence] };
  const { errorType, op } = attribute(trace.build(), { ...rest, ...ids, expected: [expected] });
  return { errorType, op };
}

const TALK = [
  ["Nora", "The bus was late again this morning, so I walked to the office through the park."],
  ["Emil", "We repaired the roof of the old barn behind the farmhouse with my cousin Bernd."],
  ["Nora", "I borrowed a thick novel about whales from the city library last autumn."],
  ["Emil", "My neighbour sells honey and candles at the weekly market near the station."],
  ["Nora", "I planted tall sunflowers and basil beside the fence of my allotment."],
  ["Emil", "Our choir rehearses a difficult requiem every Thursday in the parish hall."],
] as const;
/** The same facts in the memory's own words, with half as many words. */
const KEPT = [
  "With the bus late, Nora walked to the office.",
  "Emil repaired the barn roof together with Bernd.",
  "Nora has a novel about whales from the library on loan.",
  "Emil's neighbour trades in honey and candles at the market.",
  "Nora grows tall sunflowers by the fence.",
  "Emil's choir is preparing a difficult requiem in a hall.",
];

/** Records messages and a memory that condenses them. */
function remembered(
  said: readonly [string, string],
  kept: string,
): { trace: Trace; first: string } {
  const trace = new Trace();
  const messages = [said, ...TALK].map(([who, text], n) => trace.message(`m${n}`, who, text));
  const units = [kept, ...KEPT].map((unit, n) =>
    trace.variable(`unit-${n}`, unit, { category: "memory" }),
  );
  for (const [n, message] of messages.entries())
    trace.operation(`extract-${n}`, "extract", [[message, units[n] ?? ""]], {
      category: "extraction",
    });
  return { trace, first: messages[0] ?? "" };
}

const TRIP = {
  query: "What did Nora do in Iceland?",
  expected: "bathed in hot springs and rode ponies",
};
const SAID = [
  "Nora",
  "In Iceland I bathed in hot springs and rode ponies every single day!",
] as const;

describe("facts that several steps touched", () => {
  it("A96 the answering step is at fault if it says nothing although it read half of the expected answer", () => {
    const { trace, first } = remembered(SAID, "While in Iceland, Nora bathed in hot springs.");
    const failed = { ...TRIP, prediction: "I do not know." };
    expect(asked(trace, failed, ["unit-0@1"], first)).toEqual({
      errorType: "ResponseError",
      op: "answer-1",
    });
  });

  it("A96 if the answer gives the part that its step read, the verdict is about the missing part", () => {
    const { trace, first } = remembered(SAID, "While in Iceland, Nora bathed in hot springs.");
    const failed = { ...TRIP, prediction: "She bathed in hot springs." };
    expect(asked(trace, failed, ["unit-0@1"], first)).toEqual({
      errorType: "ExtractionError",
      op: "extract-0",
    });
  });

  it("A97 a step that rewrites the question into another topic is blamed for the missed unit", () => {
    const { trace, first } = remembered(
      ["Nora", "Guess who got a cat at last: meet Miso!"],
      "Nora's cat goes by Miso.",
    );
    const query = trace.variable("question", "What is the name of Nora's pet?", {
      category: "query",
    });
    const rewritten = trace.variable("lookups", '["Nora library", "plans of Nora in the library"]');
    trace.operation("plan-1", "plan", [[query, rewritten]], { category: "memory_read" });
    const failed = {
      query: "What is the name of Nora's pet?",
      prediction: "Luna.",
      expected: "Miso",
    };
    expect(answered(trace, failed, rewritten, ["unit-3@1"], first, query)).toEqual({
      errorType: "RetrievalError",
      op: "plan-1",
    });
  });

  it("A98 the step that marked a unit as outdated is blamed, not the later deletion", () => {
    const trace = new Trace();
    const fact = { fact: "Nora's cat goes by Miso.", valid_at: "2024-05-06", invalid_at: null };
    const first = trace.message("m0", "Nora", "Guess who got a cat at last: meet Miso!");
    const next = trace.message("m1", "Nora", "I also planted sunflowers.");
    const edge = trace.variable("edge", JSON.stringify(fact), { category: "memory" });
    trace.operation("add-0", "add", [[first, edge]], { category: "extraction" });
    const other = trace.variable(
      "edge-2",
      JSON.stringify({ ...fact, fact: "Nora planted sunflowers." }),
      { category: "memory" },
    );
    const marked = trace.variable("edge", JSON.stringify({ ...fact, invalid_at: "2024-05-07" }), {
      category: "memory",
      version: 2,
    });
    trace.operation(
      "resolve-1",
      "resolve",
      [
        [next, other],
        [edge, marked],
      ],
      { category: "update" },
    );
    const gone = trace.variable("gone", "removed", { class: "delete_marker", category: "marker" });
    trace.operation("prune-1", "prune", [[marked, gone]], { category: "deletion" });
    const failed = {
      query: "What is the name of Nora's cat?",
      prediction: "Luna.",
      expected: "Miso",
    };
    expect(asked(trace, failed, [other], first)).toEqual({
      errorType: "UpdateError",
      op: "resolve-1",
    });
  });

  it("A99 if several steps read a text, the one that took over the statement lost its detail", () => {
    const trace = new Trace();
    const first = trace.message(
      "m0",
      "Nora",
      "The dentist moved my appointment to Thursday at 16:00.",
    );
    const talk = trace.message("m1", "Nora", "I planted tall sunflowers beside the fence.");
    const notes = trace.variable(
      "notes",
      "Nora's dentist moved the appointment to Thursday at 16:00. Nora planted tall sunflowers.",
    );
    trace.operation("note-1", "note", [
      [first, notes],
      [talk, notes],
    ]);
    const dentist = trace.variable(
      "unit-1",
      "Nora's dentist moved the appointment to Thursday at 9:00.",
      {
        category: "memory",
      },
    );
    trace.operation("jot-1", "jot", [[notes, dentist]], { category: "update" });
    const garden = trace.variable("unit-2", "Nora planted tall sunflowers.", {
      category: "memory",
    });
    trace.operation("jot-2", "jot", [[notes, garden]], { category: "update" });
    const failed = {
      query: "At what time is Nora's dentist appointment?",
      prediction: "At 9:00.",
      expected: "16:00",
    };
    expect(asked(trace, failed, [dentist], first).op).toBe("jot-1");
  });

  it.each([
    [
      "Nora",
      "Emil",
      "Hi Emil, I bought a red Fiat Panda last Sunday.",
      "Emil bought a red Fiat Panda.",
    ],
    ["雅婷", "志强", "嗨志强！我在露台种了辣椒和番茄。", "志强在露台种了辣椒和番茄。"],
  ])(
    "A100 a statement is not about the person whom the speaker greets: %s",
    (who, other, said, kept) => {
      const trace = new Trace();
      const first = trace.message("m0", who, said);
      const reply = trace.message("m1", other, "OK");
      const unit = trace.variable("unit-1", kept, { category: "memory" });
      trace.operation(
        "extract-1",
        "extract",
        [
          [first, unit],
          [reply, unit],
        ],
        { category: "extraction" },
      );
      const failed =
        who === "Nora"
          ? {
              query: "Which car did Nora buy?",
              prediction: "I do not know.",
              expected: "a Fiat Panda",
            }
          : { query: "雅婷在露台种了什么？", prediction: "我不知道。", expected: "辣椒和番茄" };
      expect(asked(trace, failed, [unit], first)).toEqual({
        errorType: "ExtractionError",
        op: "extract-1",
      });
    },
  );
});

describe("evidence that supports the annotation", () => {
  it("A101 evidence that lists as many things as the expected number supports the annotation", () => {
    const { trace, first } = remembered(
      ["Nora", "People gave me a telescope, a cast-iron pan and a fountain pen!"],
      "Nora was given a telescope and a pan.",
    );
    const failed = {
      query: "How many birthday presents did Nora mention?",
      prediction: "Two.",
      expected: "three",
    };
    expect(asked(trace, failed, ["unit-0@1"], first).errorType).not.toBe("AnnotationError");
  });
});
