/** Which messages the evidence search selects as stating the expected answer. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { Trace } from "./support/trace.ts";

type Said = readonly [speaker: string, text: string, day?: string];

/** Returns the messages that the search selects for a question about the conversation. */
function found(said: readonly (string | Said)[], query: string, expected: string): string[] {
  const trace = new Trace();
  const refs = said.map((each, index) => {
    if (typeof each === "string") {
      return trace.variable(`m${index}`, each, { category: "message" });
    }
    return trace.message(`m${index}`, ...each);
  });
  const units = refs.map((ref, index) => {
    const unit = trace.variable(`unit${index}`, `Note ${index}`, { category: "memory" });
    trace.operation(`store${index}`, "store", [[ref, unit]], { category: "extraction" });
    return unit;
  });
  const asked = trace.variable("question", query, { category: "query" });
  const results = trace.variable("results", "Note 0");
  const read = units.map((unit): [string, string] => [unit, results]);
  trace.operation("search", "search", [[asked, results], ...read], { category: "retrieval" });
  const reply = trace.variable("reply", "I do not know.", { category: "answer" });
  const answered: [string, string][] = [
    [asked, reply],
    [results, reply],
  ];
  trace.operation("answer", "answer", answered, { category: "answer" });
  const { evidence } = attribute(trace.build(), {
    ...{ query, expected: [expected], prediction: "I do not know.", evidence: [] },
  });
  return evidence.map((id) => refs.indexOf(id)).map((index) => `m${index}`);
}

const TALK: readonly Said[] = [
  ["Ines", "Good morning, how was your weekend?"],
  ["Karl", "We repaired the roof of the barn and drank too much coffee."],
  ["Ines", "My sister starts her nursing course next month."],
  ["Karl", "The train was late again, three hours this time."],
];

describe("the search for evidence", () => {
  it("A13 the search counts a relative date from the day of its message", () => {
    const said: Said[] = [
      ...TALK,
      ["Ines", "I bought a small boat the day before yesterday.", "2024-05-12"],
      ["Ines", "The boat needs new paint.", "2024-05-20"],
    ];
    expect(found(said, "When did Ines buy the boat?", "10 May 2024")).toEqual(["m4"]);
  });

  it("A13 the search resolves a day without a month to the nearest such day", () => {
    const said: Said[] = [
      ...TALK,
      ["Karl", "I met the new neighbours on the 15th.", "2024-05-17"],
      ["Karl", "The neighbours have two dogs.", "2024-05-30"],
    ];
    expect(found(said, "When did Karl meet the neighbours?", "15 May 2024")).toEqual(["m4"]);
  });

  it("A13 the search computes the beginning of something from its duration", () => {
    const said: Said[] = [
      ...TALK,
      ["Ines", "How long have you had the tortoise?", "2024-05-12"],
      ["Karl", "Five years now, and it eats like a horse.", "2024-05-12"],
    ];
    expect(found(said, "Since when has Karl had the tortoise?", "2019")).toEqual(["m5"]);
  });

  it("A13 the search rejects the same words about another person", () => {
    const said: Said[] = [
      ...TALK,
      ["Karl", "My favourite cake is the lemon cake from the corner bakery."],
      ["Ines", "I never miss my morning swim."],
      ["Ines", "My favourite cake is lemon cake with poppy seeds."],
    ];
    expect(found(said, "What is the favourite cake of Ines?", "lemon cake")).toEqual(["m6"]);
  });

  it("A13 the search looks for each item of a list separately", () => {
    const said: Said[] = [
      ...TALK,
      ["Ines", "I planted beans in the garden today."],
      ["Karl", "It rained all week."],
      ["Ines", "There is rhubarb in my garden now, a neighbour gave it to me."],
    ];
    const chosen = found(said, "What does Ines grow in the garden?", "beans and rhubarb");
    expect(chosen).toEqual(["m4", "m6"]);
  });

  it("A36 the tracer gives a verdict for texts of any content and length", () => {
    const pieces = [
      ...[
        "🙂🙂",
        "In 987 AD",
        "15. Muharram 1445",
        "`const a = {b: [1, 2]};`",
        "| a | b |\n|---|---|",
      ],
      ...[
        "你好，我昨天买了一条船。",
        "Who asked “When did you ask me?”",
        "Yes. No.",
        "",
        "on the 99th",
      ],
    ];
    const text = fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 200 }));
    const talk = fc.array(fc.tuple(fc.constantFrom("Ines", "Karl"), text), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(talk, text, text, (said, query, expected) => {
        const chosen = found(said, query || "?", expected);
        expect(chosen.every((name) => /^m\d+$/.test(name))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("A36 the search selects at most three of a thousand messages that state the answer", () => {
    const said = Array.from(
      { length: 1000 },
      (_, index): Said => ["Ines", `My boat is green, as I said ${index} times.`],
    );
    const chosen = found(said, "Which colour is the boat of Ines?", "green");
    expect(chosen.length).toBeGreaterThan(0);
    expect(chosen.length).toBeLessThanOrEqual(3);
  });

  it.each([
    ["How much was the new sail?", "$840", "840 for the sail, and it looks great"],
    ["How heavy is the anchor?", "62 kilograms", "the anchor is 62, I checked"],
    ["How much did Ines get for the boat?", "34,000 euros", "somebody took the boat for 34 flat"],
  ])("A444 the search finds an amount without its unit or thousands: %j", (query, amount, said) => {
    expect(found([...TALK, ["Ines", said]], query, amount)).toEqual(["m4"]);
  });

  it("A444 the unit may be missing although another message has it", () => {
    const said: Said[] = [
      ...TALK,
      ["Karl", "The old pump moved 150 litres a minute"],
      ["Karl", "They replaced it and now it moves 375, no more floods"],
    ];
    expect(found(said, "How much does the new pump move?", "375 litres")).toContain("m5");
  });

  it("A445 the search follows a message with two rare words of the answer", () => {
    const said: Said[] = [
      ...TALK,
      ["Ines", "The landlord turned off the boiler because the exhaust leaked fumes"],
    ];
    const query = "What made the flat so cold?";
    const expected = "A shut-down boiler with a defective exhaust pipe";
    expect(found(said, query, expected)).toEqual(["m4"]);
  });
});
