/** Memories that keep a fact in another unit, form or spelling, or say the opposite of it. */
import { describe, expect, it, test } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { placements } from "../../src/attribution/carry/placement.ts";
import type { MessageCorpus } from "../../src/attribution/evidence/message-corpus.ts";
import type { Need } from "../../src/attribution/needs/need.ts";
import { readMessage } from "../../src/attribution/roles/message-text.ts";
import { exactLengths } from "../../src/text/durations.ts";
import { Sentences } from "../../src/text/sentences.ts";
import { timeMentions } from "../../src/text/times.ts";
import { contentStems } from "../../src/text/words.ts";
import { type OneQuestion, verdictOn } from "./support/one-question.ts";
import { Trace } from "./support/trace.ts";

function found(case_: OneQuestion): string {
  const verdict = verdictOn(case_);
  return verdict.outcome === "undecided" ? "undecided" : `${verdict.errorType} ${verdict.op}`;
}

const KEPT = "ResponseError an";
const LOST = "ExtractionError x2";

describe("values in another form", () => {
  it.each([
    ["90 minutes", "an hour and a half"],
    ["45 minutes", "three quarters of an hour"],
    ["105 minutes", "an hour and three quarters"],
    ["a fortnight", "14 days"],
    ["six months", "half a year"],
    ["a year", "12 months"],
    ["72 hours", "three days"],
    ["a decade", "ten years"],
    ["90 seconds", "a minute and a half"],
  ])("A240 a memory that says “%s” as “%s” has not lost the duration", (expected, stored) => {
    const told = (length: string) => `The repair of the ferry engine lasted ${length} in Bergen`;
    const asked = { question: "How long did the repair of the ferry engine last?", expected };
    const given = { ...asked, answer: "I do not know.", message: told(expected) };
    expect(found({ ...given, unit: told(stored) })).toBe(KEPT);
    expect(found({ ...given, expected: stored, unit: told(stored) })).toBe(KEPT);
    expect(found({ ...given, unit: told("eleven minutes") })).toBe(LOST);
  });

  it.each([
    ["a week", "She visits from 22 to 29 December 2025"],
    ["90 minutes", "The power was off from 21:00 to 22:30"],
  ])("A240 “%s” is the length of the range in “%s”", (length, text) => {
    const [wanted = 0] = exactLengths(length);
    const lengths = new Sentences().of(text).flatMap((sentence) => sentence.lengths());
    expect(lengths.some((each) => Math.abs(each - wanted) < 0.001)).toBe(true);
  });

  it("A240 vague durations and rates are no durations of a statement", () => {
    expect(exactLengths("a few days, 9,000 a year, twice a week")).toEqual([]);
  });

  it.each([
    ["quarterly", "every three months"],
    ["every other Tuesday", "fortnightly"],
    ["once a month", "monthly"],
  ])("A241 “%s” and “%s” are the same interval", (one, other) => {
    const [[first = 0] = [], [second = 1] = []] = [exactLengths(one), exactLengths(other)];
    expect(Math.abs(first - second)).toBeLessThan(0.02 * first);
  });

  it.each([
    ["in week two", "in the second week"],
    ["in week four of June", "in the 4th week of June"],
    ["on day three", "on the third day"],
    ["half a dozen eggs", "six eggs"],
  ])("A242 the tracer treats “%s” and “%s” as the same words", (one, other) => {
    expect(contentStems(one)).toEqual(contentStems(other));
  });

  it.each([
    ["she goes there", "they go there"],
    ["ten past five in the afternoon", "17:10"],
    ["twenty minutes to nine", "8:40"],
    ["500 mg", "500 milligrams"],
  ])("A258 the tracer treats “%s” and “%s” as the same words", (one, other) => {
    expect(contentStems(one)).toEqual(contentStems(other));
  });

  it.each([
    ["two hours", false],
    ["110 minutes", true],
    ["about two hours", true],
  ])("A259 the answer “%s” to “an hour and fifty minutes” is right: %s", (given, isRight) => {
    const question = "How long did she need for the half marathon?";
    expect(statesWholeAnswer(question, "an hour and fifty minutes", given)).toBe(isRight);
  });

  it("A242 a number after “this week” counts the next noun", () => {
    expect(contentStems("this week two people came")).toEqual(
      contentStems("this week 2 people came"),
    );
  });

  it("A243 a label such as “number” before a figure is not needed", () => {
    const asked = { question: "Which parking space is Rosalind's now?", answer: "space 12" };
    const message = "I swapped parking spaces with Clementine, so now I have number 7";
    const unit = "Rosalind | parking space | 7 (swapped with Clementine)";
    expect(found({ ...asked, message, unit, expected: "number 7" })).toBe(KEPT);
  });

  it.each([
    ["the library opens at seven", "The library opens at 07:00", KEPT],
    ["the library opens at seven", "The library opens at 19:00", KEPT],
    ["the library opens at seven", "The library opens at 08:00", LOST],
    ["the library opens at seven in the morning", "The library opens at 19:00", LOST],
  ])("A244 the hour of “%s” in “%s”", (message, unit, verdict) => {
    const question = "At what time does the library open?";
    const expected = message.includes("morning") ? "7 am" : "at seven";
    expect(found({ question, expected, answer: "at ten", message, unit })).toBe(verdict);
  });

  it.each([
    ["at the end of June", 21, 30],
    ["early in the year, in early June", 1, 10],
    ["in June", 1, 30],
  ])("A245 “%s” means these days of June", (text, first, last) => {
    const june = Date.UTC(2025, 5, 1) / 86_400_000 - 1;
    const days = timeMentions(text).map((mention) => mention.resolve(june));
    expect(days).toContainEqual({ first: june + first, last: june + last });
  });

  it("A246 an order of words that follows from “from” and “to” swaps no roles", () => {
    const message = "The swimming lesson moves from Monday to Thursday";
    const unit = "The swimming lesson moves to Thursday (it was on Monday)";
    const question = "On which day is the swimming lesson?";
    expect(found({ question, expected: "Thursday", answer: "Monday", message, unit })).toBe(KEPT);
  });
});

describe("memories that say the opposite", () => {
  it.each([
    ["tea rather than coffee", "coffee rather than tea"],
    ["coffee is out, so tea instead of coffee", "coffee instead of tea"],
    ["tea, not coffee", "coffee, not tea"],
    ["I prefer tea to coffee", "He prefers coffee to tea"],
    ["I would rather have tea than coffee", "He would rather have coffee than tea"],
    ["I switched from coffee to tea", "He switched from tea to coffee"],
  ])("A247 after “%s”, a memory with “%s” has lost the choice", (said, stored) => {
    const message = `For the captain's breakfast at sea: ${said}`;
    const told = (choice: string) => `Served for the captain's usual breakfast at sea: ${choice}`;
    const asked = { question: "What does the captain drink for breakfast?", expected: "tea" };
    const case_ = { ...asked, answer: "coffee", message };
    expect(found({ ...case_, unit: told(stored) })).toBe(LOST);
    expect(found({ ...case_, unit: told(said) })).toBe(KEPT);
  });

  it.each([
    ["The regatta on the fjord was called off", "The regatta on the fjord takes place", "No"],
    ["The regatta on the fjord is off", "The regatta on the fjord was confirmed", "No"],
    ["The regatta on the fjord goes ahead", "The regatta on the fjord was cancelled", "Yes"],
    ["We agreed to the regatta on the fjord", "We declined the regatta on the fjord", "Yes"],
    ["The regatta won't lose its place on the fjord", "The regatta will lose its place", "No"],
  ])("A248 after “%s”, a memory with “%s” has lost the answer", (message, unit, expected) => {
    const question =
      expected === "No" && message.includes("lose")
        ? "Will the regatta lose its place on the fjord?"
        : "Is the regatta on the fjord taking place?";
    const asked = { question, expected, answer: expected === "No" ? "Yes" : "No", message };
    expect(found({ ...asked, unit })).toBe(LOST);
    expect(found({ ...asked, unit: message })).toBe(KEPT);
  });

  it("A248 two words for the same event are no opposites", () => {
    const message = "The regatta on the fjord was called off";
    const unit = "The regatta on the fjord was cancelled";
    const question = "Does the regatta on the fjord take place?";
    expect(found({ question, expected: "No", answer: "Yes", message, unit })).toBe(KEPT);
  });

  it("A249 a yes or no with a reason is lost if the memory denies or affirms this reason", () => {
    const message = "Work from the cabin is fine for thirty days, but not from outside Norway";
    const unit = "Work from the cabin is fine for thirty days, also from outside Norway";
    const asked = { question: "May I work from a hut in Iceland?", answer: "Yes" };
    const case_ = { ...asked, expected: "No, not from outside Norway", message };
    expect(found({ ...case_, unit })).toBe(LOST);
    expect(found({ ...case_, unit: message })).toBe(KEPT);
  });

  it.each([
    ["Plumber looked at the attic shower"],
    ['{"subject":"plumber","predicate":"looked at","object":"attic shower"}'],
  ])("A250 the memory “%s” affirms what the message denies with a verb", (unit) => {
    const message = "The plumber refused to look at the attic shower";
    const asked = { question: "Did the plumber look at the attic shower?", answer: "Yes" };
    const case_ = { ...asked, expected: "No, he refused", message };
    expect(found({ ...case_, unit })).toBe(LOST);
    expect(found({ ...case_, unit: "Plumber would not look at the attic shower" })).toBe(KEPT);
  });
});

describe("answers that follow from a message", () => {
  it.each([
    ["Seven nights in the cabin, then three in town", "How many nights?", "ten", "Seven nights"],
    ["The fare was 41 last year, this year it is 38", "How much cheaper is it?", "3", "41"],
    [
      "The fog lasted from about nine until half past ten",
      "How long?",
      "90 minutes",
      "half an hour",
    ],
    ["They take 60 off for each of 2 months", "How much altogether?", "120", "60"],
  ])(
    "A251 the annotation is not wrong if “%s” implies the answer",
    (message, ask, expected, answer) => {
      const verdict = verdictOn({
        question: `${ask} (cabin, fare, fog)`,
        expected,
        answer,
        message,
      });
      expect(verdict.outcome === "undecided" || verdict.errorType !== "AnnotationError").toBe(true);
    },
  );
});

interface OfTwo {
  readonly told: readonly (readonly [speaker: string, said: string, unit: string])[];
  readonly question: string;
  readonly expected: string;
  readonly answer: string;
}

/**
 * Returns the verdict on a memory whose search returned all units. The first message is evidence.
 */
function ofTwo({ told, question, expected, answer }: OfTwo): string {
  const trace = new Trace();
  const stored = told.map(([speaker, said, text], index) => {
    const message = trace.message(`m${index}`, speaker, said);
    const unit = trace.variable(`u${index}`, JSON.stringify({ fact: text }), {
      category: "memory",
    });
    trace.operation(`x${index}`, "store", [[message, unit]], { category: "extraction" });
    return unit;
  });
  const query = trace.variable("q", question, { class: "query" });
  const texts = told.map(([, , text]) => `FACT ${text} | valid from 2024-05-06`).join("\n");
  const context = trace.variable("c", texts, { category: "retrieved" });
  const read = [query, ...stored].map((from) => [from, context] as const);
  trace.operation("s", "search", read, { category: "retrieval" });
  const given = trace.variable("a", answer, { class: "prediction" });
  const links = [query, context].map((from) => [from, given] as const);
  trace.operation("an", "answer", links, { category: "response" });
  const verdict = attribute(trace.build(), {
    ...{ query: question, queryId: query, prediction: answer, predictionId: given },
    ...{ expected: [expected], evidence: ["m0@1"] },
  });
  return verdict.outcome === "undecided" ? "undecided" : `${verdict.errorType} ${verdict.op}`;
}

test.each([
  ["A colleague owns the billing module and must be asked before changes.", "ExtractionError x0"],
  ["Ada owns the billing module and must be asked before changes.", "ResponseError an"],
])("A252 the question asks who said it, and the memory says “%s”", (unit, verdict) => {
  const asked = {
    ...{ question: "Whom must we ask before touching the billing module?", expected: "Ada" },
    answer: "Somebody; I cannot say who.",
  };
  const said = "I own the billing module, ask me before touching it.";
  const other = "I own the search module, it is quite old.";
  const told = [
    ["Ada", said, unit],
    ["Bob", other, "Bob owns the search module, which is old."],
  ] as const;
  expect(ofTwo({ ...asked, told })).toBe(verdict);
});

test("A253 an ordinary word is no paraphrase of a name", () => {
  const corpus = {
    ...{ rarity: () => 1, isSpoken: () => false, speakers: new Set<string>() },
  } as unknown as MessageCorpus;
  const statement = "My daughter Maj drives me to the clinic.";
  const [said] = new Sentences().of(statement);
  const need = {
    ...{ statement, core: [{ stem: "maj", weight: 1 }], timeWords: new Set<string>() },
    order: [said?.words() ?? []],
  } as unknown as Need;
  const replacedIn = (text: string) => {
    const [sentence] = new Sentences().of(text);
    return sentence && placements(corpus, new Set())(need, sentence).replaced;
  };
  expect(replacedIn("Her daughter Marietta drives her to the clinic.")).toBe(1);
  expect(replacedIn("Her daughter kindly drives her to the clinic.")).toBe(0);
});

test.each([
  ['{"episode_body": "Ada: I moved.", "reference_time": "2025-05-06"}', "I moved.", "Ada"],
  ['{"sender": "Ada", "msg_text": "I moved.", "sent_at": "2025-05-06"}', "I moved.", "Ada"],
  ['{"user_message": "I moved.", "name": "Ada", "created_at": "2025-05-06"}', "I moved.", "Ada"],
])("A254 the message %s has the content “%s” of %s", (value, content, speaker) => {
  const trace = new Trace();
  const id = trace.variable("m", value, { category: "message" });
  const variable = trace.build().variables.get(id);
  if (variable === undefined) throw new Error("not recorded");
  expect(readMessage(variable)).toEqual({
    ...{ content, speaker },
    day: Date.UTC(2025, 4, 6) / 86_400_000,
  });
});

test("A255 a verdict is not sure if the memory uses new words for a detail of ordinary words", () => {
  const message = "The X-ray of the captain's hip after the storm is clean";
  const asked = { question: "What did the X-ray of the hip show?", expected: "it was clean" };
  const verdict = verdictOn({
    ...{ ...asked, answer: "The notes do not tell.", message },
    unit: "The X-ray of the captain's hip after the storm showed no findings",
  });
  expect(verdict.confidence).toBeLessThanOrEqual(0.85);
});

test("A256 a context with the replaced and the new fact states the new fact", () => {
  const told = [
    [
      ...["Ottavia", "Signora Belli is leaving, a Mr. Haddad replaces her from the 14th."],
      "Mr. Haddad replaces Signora Belli from 14 April 2025",
    ],
    [
      ...["Ottavia", "Signora Belli comes on weekdays to wash him, from the cooperative."],
      "Signora Belli of the cooperative washes Corrado on weekdays",
    ],
    ["Ottavia", "I live with my father Corrado, he is 81.", "Corrado is 81"],
    ["Ottavia", "Papa fell in the bath, only bruises.", "Corrado fell in the bath"],
    ["Livio", "My exam is on Monday.", "Livio has an exam on Monday"],
    ["Ottavia", "The tap in the kitchen drips.", "The kitchen tap drips"],
  ] as unknown as OfTwo["told"];
  const question = "Who will wash Corrado on weekdays from mid-April?";
  const asked = { question, expected: "Mr. Haddad", answer: "Signora Belli" };
  expect(ofTwo({ ...asked, told })).toBe("ResponseError an");
});

test.each([
  ["memory_write", "ExtractionError"],
  ["memory_store", "ExtractionError"],
  ["nightly_consolidation", "ExtractionError"],
  ["memory_update", "UpdateError"],
])("A257 a step of the category %s that loses a detail of a message", (category, errorType) => {
  const trace = new Trace();
  const said = ["My badge number is 4417.", "I play the cello.", "The tram was late."];
  const stored = ["The badge has a number.", "Ada plays the cello.", "The tram was late."];
  const units = said.map((text, index) => {
    const message = trace.message(`m${index}`, "Ada", text);
    const unit = trace.variable(`u${index}`, stored[index] ?? "", { category: "memory" });
    trace.operation(`x${index}`, "save", [[message, unit]], { category });
    return unit;
  });
  const question = "What is the number of Ada's badge?";
  const query = trace.variable("q", question, { class: "query" });
  const context = trace.variable("c", stored.join("\n"), { category: "retrieved" });
  const read = [query, ...units].map((from) => [from, context] as const);
  trace.operation("s", "search", read, { category: "retrieval" });
  const prediction = "It is not in the notes.";
  const answer = trace.variable("a", prediction, { class: "prediction" });
  trace.operation(
    "an",
    "answer",
    [
      [query, answer],
      [context, answer],
    ],
    { category: "response" },
  );
  const verdict = attribute(trace.build(), {
    ...{ query: question, queryId: query, prediction, predictionId: answer },
    ...{ expected: ["4417"], evidence: ["m0@1"] },
  });
  expect(verdict).toMatchObject({ errorType, op: "x0" });
});
