/** Days, hours and amounts in a short form, and answers that only resemble the expected answer. */
import { describe, expect, it } from "vitest";
import { statesAnswer } from "../../src/attribution/answers/answers.ts";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { shortenedIn } from "../../src/text/spelling/shortened-thousands.ts";
import { timeMentions } from "../../src/text/times.ts";
import { searchAndAnswer } from "./support/search-and-answer.ts";
import { Trace } from "./support/trace.ts";

const WEDNESDAY = Date.UTC(2025, 2, 5) / 86_400_000;

function daysIn(text: string): string[] {
  return timeMentions(text).flatMap((mention) => {
    const days = mention.resolve(WEDNESDAY);
    if (days === undefined || days.first !== days.last) return [];
    return [new Date(days.first * 86_400_000).toISOString().slice(0, 10)];
  });
}

describe("weekdays that are counted weeks away", () => {
  it.each([
    ["The audit is a week from Monday.", "2025-03-17"],
    ["We fly two weeks after Friday.", "2025-03-21"],
    ["The boiler goes out 3 weeks on Tuesday.", "2025-04-01"],
    ["I sent it a week ago Monday.", "2025-02-24"],
    ["The choir sings Sunday week.", "2025-03-16"],
    ["Die Prüfung ist am Montag in einer Woche.", "2025-03-17"],
    ["Der Zug geht Freitag in 14 Tagen.", "2025-03-21"],
    ["On part dimanche en huit.", "2025-03-16"],
    ["De keuring is maandag over twee weken.", "2025-03-24"],
  ])("A371 the tracer reads the day in “%s”", (text, day) => {
    expect(daysIn(text)).toEqual([day]);
  });

  it.each(["It takes a week.", "The Monday weekly is cancelled.", "Jeden Freitag in der Woche"])(
    "A371 “%s” names no single day",
    (text) => {
      expect(daysIn(text)).toEqual([]);
    },
  );
});

describe("clock times beside dates", () => {
  it.each([
    ["Tuesday at 7:00", "On Friday, 7 March 2025, at 10:30.", false],
    ["um 8:00", "Am 8. April um 14:15.", false],
    ["at 7:00", "On 7 March at 7.", true],
    ["at 8:00", "At 8 tomorrow.", true],
  ])("A372 “%s” and “%s”: same is %s", (expected, given, isSame) => {
    expect(statesWholeAnswer("When does the van come?", expected, given)).toBe(isSame);
  });
});

/** One step stores the evidence as `unit`, and the search returns a unit about the older offer. */
function afterBargain(said: string, unit: string, expected: string) {
  const trace = new Trace();
  const offer = trace.message("m1", "Lena", "The boat dealer in Kiel wants 42.5k for the sloop.");
  const older = trace.variable("offer", "The dealer asks 42,500 for the sloop.", {
    category: "memory",
  });
  trace.operation("x1", "extract", [[offer, older]], { category: "extraction" });
  const deal = trace.message("m2", "Lena", said);
  const stored = trace.variable("deal", unit, { category: "memory" });
  trace.operation("x2", "extract", [[deal, stored]], { category: "extraction" });
  return searchAndAnswer(trace, {
    ...{ question: "How much did Lena pay for the sloop?", expected },
    ...{ unit: older, context: "The dealer asks 42,500 for the sloop." },
    ...{ prediction: "Lena paid 42,500.", evidence: [deal] },
  });
}

describe("amounts without their thousands", () => {
  it.each([
    ["We shook hands at 39 flat.", "39000", "39"],
    ["Wir haben uns auf 39 geeinigt.", "39000", "39"],
    ["Al final lo dejó en 39,5.", "39500", "39.5"],
    ["It was 39 km away.", "39000", undefined],
    ["That is 39% off.", "39000", undefined],
    ["We talked for 39 minutes.", "39000", undefined],
    ["We signed on 21 May.", "21000", undefined],
    ["We took 3 of them.", "3000", undefined],
  ])("A373 the amount in “%s” for %s is %s", (text, stem, found) => {
    expect(shortenedIn(text, stem)).toBe(found);
  });

  it("A373 the annotation is right, and the step that left the amount out is to blame", () => {
    const said = "We took the sloop, he went down to 39 in the end.";
    const verdict = afterBargain(said, "Lena took the sloop after bargaining.", "39,000");
    expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "x2" });
  });

  it("A373 a unit that writes the thousands states the amount", () => {
    const said = "We took the sloop, he went down to 39 in the end.";
    const verdict = afterBargain(
      said,
      "Lena took the sloop; the price went down to 39,000.",
      "39,000",
    );
    expect(verdict).toMatchObject({ errorType: "RetrievalError", op: "s" });
  });

  it("A373 another amount makes the annotation wrong", () => {
    const verdict = afterBargain(
      "We paid 42.5k for the sloop.",
      "Lena paid 42,500 for the sloop.",
      "39,000",
    );
    expect(verdict).toMatchObject({ errorType: "AnnotationError" });
  });
});

/**
 * Two steps read the new value. One step rewrites the older unit as `kept`. The other step stores a
 * side remark.
 */
function afterUpdate(kept: string) {
  const trace = new Trace();
  const first = trace.message("m1", "Pavel", "My locker at the gym is number 318.");
  const before = trace.variable("locker", "Pavel has gym locker 318.", { category: "memory" });
  trace.operation("x1", "extract", [[first, before]], { category: "extraction" });
  const moved = trace.message(
    "m2",
    "Pavel",
    "The gym gave me locker 742 today because of the wet floor, the coach was sorry.",
  );
  const after = trace.variable("locker", kept, { category: "memory", version: 2 });
  trace.operation("u2", "update", [
    [before, after],
    [moved, after],
  ]);
  const remark = trace.variable("floor", "The gym has a wet floor and the coach was sorry.", {
    category: "memory",
  });
  trace.operation("x2", "extract", [[moved, remark]], { category: "extraction" });
  return searchAndAnswer(trace, {
    ...{ question: "Which gym locker does Pavel have now?", expected: "742", unit: after },
    ...{ context: kept, prediction: "Pavel has locker 318.", evidence: [moved] },
  });
}

describe("updates that keep the older value", () => {
  it("A374 the update is to blame, not the later step that stored a side remark", () => {
    const verdict = afterUpdate("Pavel has gym locker 318; the coach is friendly.");
    expect(verdict).toMatchObject({ errorType: "UpdateError", op: "u2" });
  });

  it("A374 an update that no longer states the older value is not to blame for keeping it", () => {
    const verdict = afterUpdate("Pavel has a new gym locker.");
    expect(verdict.reason).not.toContain("318");
  });
});

describe("relatives in another clause", () => {
  it.each([
    ["Who bakes the cake?", "Olga's aunt", "Olga bakes the cake, and her aunt brings plates."],
    ["Wer backt den Kuchen?", "Olgas Tante", "Olga backt den Kuchen, ihre Tante bringt Teller."],
    ["Who drives the van?", "Tom's brother", "Tom drives the van. His brother sits in the back."],
  ])("A375 “%s”: “%s” is not stated by “%s”", (question, expected, given) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(false);
  });

  it.each([
    ["Who bakes the cake?", "Olga's aunt", "Olga's aunt bakes the cake, Olga brings plates."],
    ["Who drives the van?", "Tom's brother", "It is Tom's brother, he starts at noon."],
  ])("A375 “%s”: “%s” is stated by “%s”", (question, expected, given) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(true);
  });
});

/** The diary has one value for today and one for yesterday, and the unit holds both. */
function afterDiary(today: string, yesterday: string, ask: readonly [string, string, string]) {
  const [question, expected, prediction] = ask;
  const trace = new Trace();
  const messages = [today, yesterday].map((text, index) =>
    trace.message(`m${index}`, "Runa", text, "2025-06-12"),
  );
  const text = "2025-06-12: 61 visitors. 2025-06-11: 47 visitors.";
  const unit = trace.variable("diary", text, { category: "memory" });
  const read = messages.map((message) => [message, unit] as const);
  trace.operation("x", "extract", read, { category: "extraction" });
  const evidence = messages.slice(0, 1);
  return searchAndAnswer(trace, {
    ...{ question, expected, prediction, unit, context: text, evidence },
  });
}

describe("values of another day", () => {
  const today = "The museum had 61 visitors today.";
  const question = "How many visitors did the museum have on 11 June 2025?";

  it("A376 the expected answer is wrong if it belongs to another day", () => {
    const verdict = afterDiary(today, "Yesterday it was 47 visitors.", [
      question,
      "61",
      "It had 47.",
    ]);
    expect(verdict.errorType).toBe("AnnotationError");
    expect(verdict.reason).toContain("another day");
  });

  it("A376 also in German", () => {
    const verdict = afterDiary("Heute kamen 61 Besucher ins Museum.", "Gestern waren es 47.", [
      "Wie viele Besucher hatte das Museum am 11. Juni 2025?",
      "61",
      "Es waren 47.",
    ]);
    expect(verdict.errorType).toBe("AnnotationError");
  });

  it("A376 the expected answer is right if it belongs to the day of the question", () => {
    const asked = question.replace("11 June", "12 June");
    const verdict = afterDiary(today, "Yesterday it was 47 visitors.", [asked, "61", "It had 47."]);
    expect(verdict.errorType).toBe("ResponseError");
  });

  it("A376 a statement without a day proves nothing", () => {
    const verdict = afterDiary("The museum had 61 visitors.", "Yesterday it was 47 visitors.", [
      question,
      "61",
      "It had 47.",
    ]);
    expect(verdict.errorType).not.toBe("AnnotationError");
  });
});

it.each([
  ["19 September 2024 at 10:40", "on Thursday, September 12, 2024 at 10:40", false],
  ["19 September 2024 at 10:40", "on Thursday, September 19, 2024 at 10:40", true],
  ["14. März 2025 um 9:30", "am Mittwoch, 12. März 2025 um 9:30", false],
])("A406 the date beside a weekday tells the day: «%s» and «%s»: %s", (expected, given, isSame) => {
  const question = "When is the check-up?";
  expect(statesWholeAnswer(question, expected, `It is ${given}.`)).toBe(isSame);
  expect(statesAnswer(question, expected, `It is ${given}.`).isYes).toBe(isSame);
});

it.each([
  ["Mia has her recital on June 7, Leo on the 21st.", "June 21, 2023", "Leo's recital?"],
  ["The plumber comes on 3 July, the painter on 19 July.", "19 July 2023", "The painter's visit?"],
])("A408 an undated unit states a day without its year: “%s”", (said, expected, asked) => {
  const trace = new Trace();
  const message = trace.message("m1", "Ana", said, "2023-05-30");
  const unit = trace.variable("note", `Ana: ${said}`, { category: "memory" });
  trace.operation("x1", "keep", [[message, unit]], { category: "extraction" });
  const query = trace.variable("q", `When is ${asked}`, { class: "query" });
  const context = trace.variable("context", `Ana: ${said}`, { category: "retrieved" });
  trace.operation("s1", "load", [
    [query, context],
    [unit, context],
  ]);
  const answer = trace.variable("a", "I have no date for this.", { class: "prediction" });
  trace.operation("r1", "reply", [
    [query, answer],
    [context, answer],
  ]);
  const { errorType, op } = attribute(trace.build(), {
    ...{ query: `When is ${asked}`, queryId: query, prediction: "I have no date for this." },
    ...{ predictionId: answer, expected: [expected], evidence: [message] },
  });
  expect({ errorType, op }).toEqual({ errorType: "ResponseError", op: "r1" });
});

it("A375 a relative in apposition is no other person", () => {
  const answer = "Dinner was paid by Tom, her brother.";
  expect(statesWholeAnswer("Who paid for dinner?", "her brother Tom", answer)).toBe(true);
});
