/** Right answers in other forms, and details that a memory or a list of ids writes in other forms. */
import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { clockMentions } from "../../src/text/clock-times.ts";
import { isNegated } from "../../src/text/polarity.ts";
import { timeMentions } from "../../src/text/times.ts";
import { contentStems } from "../../src/text/words.ts";
import { Trace } from "./support/trace.ts";

type Case = readonly [question: string, expected: string, given: string];

const states = ([question, expected, given]: Case) => statesWholeAnswer(question, expected, given);

const PETS = "How many pets does Imke have?";
const LEFT = "How much is left in the kitty?";
const SHED = "How long was the pump off?";
const KILN = "Why did Oona sell the kiln?";
const SOLD =
  "Because it was too large for the studio, and she wanted to buy a wheel with the money.";
const TRAIN = "What does the physio want Bo to train?";

describe("the right answer in another form", () => {
  it.each<Case>([
    [PETS, "4", "Imke has four pets: two goats, one cat and one hen."],
    [PETS, "3", "She has three now. Before that she had five."],
    ["Quantos primos tem a Rita?", "4", "A Rita tem quatro primos: dois rapazes e duas raparigas."],
    ["How many days of leave do I have?", "9 days", "You have 9 leave days this year."],
    ["In which month did Ulla retire?", "May 2021", "05/2021"],
    ["What was the pulse?", "71 bpm", "It was 71 beats per minute."],
    ["Quanto pesa il sacco?", "12 kg", "Dodici chili"],
    ["何人来ましたか？", "3人", "三人です。"],
    [SHED, "1 hour and 45 minutes (9:10 to 10:55)", "The pump was off for 105 minutes."],
    [TRAIN, "Balance and grip", "The physio named two things: grip and balance."],
    ["Welke kazen lust Daan niet?", "Brie en feta", "Daan lust deze kazen niet:\n- feta\n- brie"],
  ])("A489 %s “%s” is “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    [PETS, "4", "Imke has five pets: four goats and one hen."],
    ["How many cats does Imke have?", "5", "Imke has five pets: three cats and two dogs."],
    [PETS, "3", "Imke has three. Earlier this year she got two more."],
    [SHED, "5 hours (apixaban)", "For 5 hours (bisoprolol)."],
    [
      KILN,
      SOLD,
      "Because it was too small for the studio, and she wanted to buy a wheel with the money.",
    ],
    ["Who repaired the roof?", "Karim", "Luis repaired the roof: Karim held the ladder."],
    ["Wat eet Joris niet?", "Vis", "Joris eet geen vlees, wel vis."],
    ["Which cheese does Daan not like?", "Brie", "Daan likes brie but not feta."],
    ["In which month did Ulla retire?", "May 2021", "Hired 05/2021, retired 09/2021."],
    [LEFT, "350", "350 minus 200 leaves 150."],
    ["In which month did Ulla retire?", "May 2021", "06/2021"],
    ["How many days of leave do I have?", "9 days", "You have 8 leave days."],
    [SHED, "1 hour and 45 minutes (9:10 to 10:55)", "The pump was off for 95 minutes."],
    [SHED, "3 pumps (two old, one new)", "The pump was off for 3 hours in 14 halls."],
    ["Who waters the plants while Jo can't?", "Mika", "Nobody was asked: Jo waters, Mika sweeps."],
    ["Which tea does Runa drink?", "Decaf green tea with oat milk", "Green tea with oat milk."],
    [KILN, SOLD, "Because it was too small for the house, and she wanted a loom."],
  ])("A489 %s “%s” is not “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });
});

describe("an answer to a question that offers a choice", () => {
  const BIKE = "Did Petra choose the red bike or the green bike, and why?";
  const TOWN = "Ist das Treffen in Basel oder Bern?";
  it.each<[...Case, boolean]>([
    [BIKE, "The red bike, because it was cheap", "The green bike, because it was cheap.", false],
    [BIKE, "The red bike, because it was cheap", "The red bike, because it was cheap.", true],
    [TOWN, "In Basel, im alten Saal am Bahnhof", "In Bern, im alten Saal am Bahnhof.", false],
    [TOWN, "In Basel, im alten Saal am Bahnhof", "Im alten Saal am Bahnhof in Basel.", true],
    ["Does Runa drink tea or coffee?", "Tea, with milk", "She drinks tea with milk.", true],
  ])("A500 %s “%s” and “%s”: %s", (question, expected, given, isSame) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(isSame);
  });
});

describe("words with another meaning in another form", () => {
  it.each([
    ["O Nuno trabalha no hospital.", false],
    ["A Ana guarda as chaves no escritório.", false],
    ["Ele comprou o carro no verão.", false],
    ["A Ana não guarda as chaves no escritório.", true],
    ["María no come carne.", true],
    ["Carlos no bebe cerveza o vino.", true],
    ["Cunha no fuma.", true],
    ["Dana needs no inhaler.", true],
    ["Juan no bebe café.", true],
    ["There is no dog.", true],
  ])("A490 “%s” denies something: %s", (text, expected) => {
    expect(isNegated(text)).toBe(expected);
  });

  it.each([
    ["leave at half nine", ["9:30"]],
    ["the dentist said half four on Tuesday", ["4:30"]],
    ["we met at half two in the afternoon", ["14:30"]],
    ["she ate half six apples", []],
    ["about half six miles", []],
    ["cut in half two times", []],
    ["take half one tomorrow", []],
    ["by half seven weeks", []],
  ])("A491 the clock times in “%s” are %s", (text, expected) => {
    const [first] = clockMentions(text).map(({ time }) => time);
    expect(first === undefined ? [] : [first]).toEqual(expected);
  });

  it.each(["wird der 19te, früher geht es nicht", "er kommt am 19ten."])(
    "A491 the day in “%s”",
    (text) => {
      const [mention] = timeMentions(text);
      expect(mention?.resolve(Date.UTC(2024, 2, 13) / 86_400_000)).toMatchObject({
        last: Date.UTC(2024, 2, 19) / 86_400_000,
      });
    },
  );

  it("A491 a size has the same words with and without its unit", () => {
    expect(contentStems("62x118 cm").slice(0, 3)).toEqual(contentStems("62×118"));
  });

  it("A491 a count after the thing", () => {
    expect(contentStems("- oat milk x2 (Priya)")).toEqual(contentStems("oat milk 2 (Priya)"));
  });
});

/** Records an operation that writes all `to` from all `from`. */
function step(
  trace: Trace,
  op: string,
  from: readonly string[],
  to: readonly string[],
  label?: string,
) {
  const links = from.flatMap((source) => to.map((target) => [source, target] as const));
  trace.operation(op, op, links, label === undefined ? {} : { category: label });
}

interface Asked {
  readonly query: string;
  readonly expected: string;
  readonly answer: string;
}

function replied(trace: Trace, { query, expected, answer }: Asked, asked: string, context: string) {
  const reply = trace.variable("reply", answer, { class: "prediction" });
  step(trace, "respond", [asked, context], [reply]);
  const { errorType, op, reason } = attribute(trace.build(), {
    ...{ query, queryId: asked, prediction: answer, predictionId: reply },
    ...{ expected: [expected], evidence: ["m1@1"] },
  });
  // A reader can see that the text names the detail, so the reason must not deny it.
  const isNamed = reason.includes("not about the subject of the question");
  return `${errorType} ${op}${isNamed ? ", named" : ""}`;
}

describe("what the steps of a memory say in another form", () => {
  const BREAK = {
    query: "When can the tenant of unit 4 leave?",
    expected: "after five years",
    answer: "The sources do not say it.",
  };
  const CLAUSE = "Clause 14 of unit 4: the tenant can leave after five years.";

  it.each([
    ["1 mail/0512 0.84\n2 lease/c14 0.79\n3 mail/0516 0.71", "RetrievalError rerank"],
    ["0512 (0.84), c14 (0.79), 0516 (0.71)", "RetrievalError rerank"],
    ["1 mail/0512 0.84\n2 mail/0516 0.71", "RetrievalError search"],
    ["0512 and 0516 are about c14, which the landlord wrote last year", "RetrievalError search"],
    ["0512 0.84\n0516 0.71\nbelow the cutoff: c14", "RetrievalError search"],
  ])("A492 a list of ids in a text: %s", (list, expected) => {
    const trace = new Trace();
    const lease = trace.message("m1", "Lawyer", "Clause 14: the tenant can leave after five years");
    const mail = trace.message("m2", "Tenant", "the rent is too high for us");
    const clause = trace.variable("lease/c14", CLAUSE, { category: "memory" });
    const others = ["Tenant: the rent is too high.", "Landlord: the rent goes up."].map(
      (text, at) => trace.variable(`mail/${["0512", "0516"][at]}`, text, { category: "memory" }),
    );
    step(trace, "index", [lease, mail], [clause, ...others]);
    const asked = trace.variable("asked", BREAK.query, { class: "query" });
    const candidates = trace.variable("candidates", list, { category: "candidates" });
    step(trace, "search", [asked, clause, ...others], [candidates]);
    const context = trace.variable("context", "Tenant: the rent is too high.", {
      category: "retrieved",
    });
    step(trace, "rerank", [asked, candidates], [context]);
    expect(replied(trace, BREAK, asked, context)).toBe(expected);
  });

  it("A493 an operation that only empties a unit deletes it, whatever its category says", () => {
    const trace = new Trace();
    const message = trace.message("m1", "Priest", "the silver key is under the third stone");
    const key = trace.variable("key", "silver key: under the third stone", { category: "memory" });
    step(trace, "write", [message], [key], "update");
    const nail = trace.variable("nail", "copper key: hung on a nail", { category: "memory" });
    step(trace, "write", [trace.message("m2", "Tam", "the copper key hung on a nail")], [nail]);
    const emptied = trace.variable("key", "", { category: "memory", version: 2 });
    step(trace, "settle", [nail, key], [emptied], "update");
    const query = "Where is the silver key?";
    const asked = trace.variable("asked", query, { class: "query" });
    const context = trace.variable("context", "copper key: hung on a nail", {
      category: "retrieved",
    });
    step(trace, "search", [asked, nail], [context], "retrieval");
    const given = { query, expected: "under the third stone", answer: "I know no silver key." };
    expect(replied(trace, given, asked, context)).toBe("DeletionError settle");
  });

  it("A494 an expected clock time that nobody said, beside one that the evidence states", () => {
    const trace = new Trace();
    const message = trace.message(
      "m1",
      "Ines",
      "Ada plays on 30 November at 18:00 in the old hall",
    );
    const unit = trace.variable("u1", "Ada plays on 30 November at 18:00 in the old hall", {
      category: "memory",
    });
    step(trace, "write", [message], [unit]);
    const query = "When and where does Ada play?";
    const asked = trace.variable("asked", query, { class: "query" });
    const context = trace.variable("context", "Ada plays on 30 November at 18:00 in the old hall", {
      category: "retrieved",
    });
    step(trace, "search", [asked, unit], [context]);
    const given = {
      query,
      expected: "30 November at 16:00 in the school hall",
      answer: "She plays on 30 November at 18:00 in the old hall.",
    };
    expect(replied(trace, given, asked, context)).toBe("AnnotationError null");
  });

  it("A495 a part of which a message has only some words is followed if nothing else lacks", () => {
    const trace = new Trace();
    const said =
      "penicillin is mum's thing. with me it was the dye they put in for the CT in 2019, hives on both arms";
    const message = trace.message("m1", "Nora", said);
    const others = [
      "levothyroxine 75 in the morning",
      "they gave me a piriton and i sat there",
      "the cyst is checked on Monday",
    ].map((text, at) => trace.message(`m${at + 2}`, "Nora", text));
    const wrong = "Nora: penicillin, hives on both arms (2019)";
    const unit = trace.variable("u1", wrong, { category: "memory" });
    step(trace, "extract", [message, ...others], [unit], "extraction");
    const query = "What did Nora react to, and how?";
    const asked = trace.variable("asked", query, { class: "query" });
    const context = trace.variable("context", wrong, { category: "retrieved" });
    step(trace, "search", [asked, unit], [context], "retrieval");
    const given = {
      query,
      expected: "The contrast dye for a CT scan (2019); she got hives on both arms",
      answer: "She reacted to penicillin in 2019, with hives on both arms.",
    };
    expect(replied(trace, given, asked, context)).toBe("ExtractionError extract");
  });
});

describe("the words of a statement that a memory keeps", () => {
  it("A496 an exact figure of the expected answer is among them", () => {
    const trace = new Trace();
    const letter = trace.message(
      "m1",
      "Clinic",
      "Plan: bisoprolol UP to 5 mg OD. Apixaban DOWN to 2.5 mg BD (age, renal function, weight)",
    );
    const old = trace.variable("drugs", "apixaban 5 mg BD, bisoprolol 1.25 mg OD", {
      category: "memory",
    });
    step(trace, "form", [trace.message("m2", "Carer", "apixaban 5 mg BD, bisoprolol")], [old]);
    const patch = trace.variable("patch", "set bisoprolol 5 mg OD; set apixaban 2.5 mg BD", {
      category: "patch",
    });
    step(trace, "parse", [letter], [patch], "llm");
    const next = trace.variable("drugs", "apixaban 5 mg BD, bisoprolol 5 mg OD", {
      ...{ category: "memory", version: 2 },
    });
    step(trace, "merge", [patch, old], [next], "store");
    const query = "Which dose of apixaban does Mr Haddad take?";
    const asked = trace.variable("asked", query, { class: "query" });
    const context = trace.variable("context", "apixaban 5 mg BD, bisoprolol 5 mg OD", {
      category: "retrieved",
    });
    step(trace, "search", [asked, next], [context], "retrieval");
    const given = { query, expected: "2.5 mg twice a day", answer: "Apixaban 5 mg twice daily." };
    expect(replied(trace, given, asked, context)).toBe("UpdateError merge");
  });
});

describe("details of two subjects that a step exchanged", () => {
  const verdictOf = (unit: string, said: readonly string[]) => {
    const trace = new Trace();
    const messages = said.map((text, at) => trace.message(`m${at + 1}`, "Sandra", text));
    const note = trace.variable("note", unit, { category: "memory" });
    step(trace, "save", messages, [note], "extraction");
    const query = "Who is celiac among the guests?";
    const asked = trace.variable("asked", query, { class: "query" });
    const context = trace.variable("context", unit, { category: "retrieved" });
    step(trace, "search", [asked, note], [context], "retrieval");
    const given = { query, expected: "Ida", answer: "Among the guests, Tom is celiac." };
    return replied(trace, given, asked, context);
  };
  const SAID = "Ida is celiac, while Tom eats no meat.";

  it("A497 the step that exchanged them is at fault", () => {
    const unit = "Dinner for eight guests. Tom is celiac; Ida eats no meat.";
    expect(verdictOf(unit, [SAID])).toBe("ExtractionError save, named");
  });

  it.each([
    ["Dinner for eight guests. Ida is celiac; Tom eats no meat.", [SAID]],
    [
      "Tom is celiac; Ida is celiac too, and eats no meat.",
      [SAID, "Tom is celiac among the guests."],
    ],
  ])("A497 nothing was exchanged in “%s”", (unit, said) => {
    expect(verdictOf(unit, said)).toBe("ResponseError respond");
  });
});

describe("an expected answer of which a message has only some words", () => {
  it("A498 these words are followed, not the whole statement", () => {
    const trace = new Trace();
    const message = trace.message(
      "m1",
      "Lea",
      "Noah is allergic to peanuts, and Jules eats no pork",
    );
    const others = ["I enrol my sons in the canteen", "the bus leaves at eight"].map((text, at) =>
      trace.message(`m${at + 2}`, "Lea", text),
    );
    const unit = "Lea enrols her sons. Noah: allergy. Jules: no pork.";
    const note = trace.variable("note", unit, { category: "memory" });
    step(trace, "compact", [message, ...others], [note], "extraction");
    const query = "What is Noah allergic to?";
    const asked = trace.variable("asked", query, { class: "query" });
    const context = trace.variable("context", unit, { category: "retrieved" });
    step(trace, "search", [asked, note], [context], "retrieval");
    const given = {
      query,
      expected: "peanuts (groundnuts, arachis)",
      answer: "Noah has an allergy, but the allergen is not given.",
    };
    expect(replied(trace, given, asked, context)).toBe("ExtractionError compact");
  });
});

describe("a removal whose unit has an unknown label", () => {
  it("A499 an empty version and a category that names a removal are enough", () => {
    const trace = new Trace();
    const message = trace.message("m1", "Caretaker", "the valve has a warranty of 6 months");
    const card = trace.variable("board/302", "302: valve replaced, warranty of 6 months", {
      category: "card",
    });
    step(trace, "post", [message], [card], "extract");
    const other = trace.variable("board/505", "505: new boiler", { category: "card" });
    step(
      trace,
      "post",
      [trace.message("m2", "Caretaker", "505 has a new boiler")],
      [other],
      "extract",
    );
    const done = trace.message("m3", "Tenant", "hot water runs again");
    const emptied = trace.variable("board/302", "", { category: "card", version: 2 });
    step(trace, "clear_card", [card, done], [emptied], "delete");
    const query = "How long is the warranty of the valve in 302?";
    const asked = trace.variable("asked", query, { class: "query" });
    const context = trace.variable("context", "505: new boiler", { category: "retrieved" });
    step(trace, "search", [asked, other], [context], "retrieval");
    const given = { query, expected: "6 months", answer: "There is no note on that." };
    expect(replied(trace, given, asked, context)).toBe("DeletionError clear_card");
  });
});
