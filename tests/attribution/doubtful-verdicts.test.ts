import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { saysUnknown } from "../../src/text/polarity.ts";
import { contentStems } from "../../src/text/words.ts";
import { verdictOn } from "./support/one-question.ts";
import { Trace } from "./support/trace.ts";

/** Rows of question, message, expected answer and given answer. */
type Row = readonly [string, string, string, string];

const CONTRADICTED: readonly Row[] = [
  ["How much do I take?", "I take 5 mg", "5 mg", "5 ml"],
  ["What was the temperature?", "The temperature was -5 degrees", "-5 degrees", "5 degrees"],
  ["How much is the rent?", "The rent is 900 euros", "900 euros", "900 dollars"],
  ["What does it cost?", "It costs 20 pounds", "20 pounds", "20 dollars"],
  ["What does it cost?", "It costs £20", "£20", "$20"],
  ["Was kostet es?", "Es kostet 20 Euro", "20 Euro", "20 Franken"],
  ["When do I take it?", "I take it before meals", "before meals", "after meals"],
  ["Wann komme ich?", "Ich komme vor dem Essen", "vor dem Essen", "nach dem Essen"],
  ["Quand venir ?", "Viens avant le repas", "avant le repas", "après le repas"],
  ["¿Cómo lo tomo?", "Lo tomo sin azúcar", "sin azúcar", "con azúcar"],
  ["How is it open?", "Open without appointment", "without appointment", "with appointment"],
  ["What do I earn?", "I earn more than 5000", "more than 5000", "less than 5000"],
  ["Who sent it to whom?", "It is from Anna to Bert", "from Anna to Bert", "from Bert to Anna"],
  ["Where is the key?", "It is under the blue pot", "under the blue pot", "Under the red pot"],
  ["Where is the key?", "It is under the blue pot", "under the blue pot", "Under the pot"],
  ["How many cats do I have?", "I have 5 cats", "5 cats", "25 cats and 5 dogs"],
  ["How many cats do I have?", "I have 5 cats", "5", "You have 12 cats. You asked 5 days ago."],
  ["When is my birthday?", "My birthday is 3 March", "3/3", "May 3"],
  ["¿Cuándo es mi cumpleaños?", "Es el 3 de marzo", "3/3", "el 3 de mayo"],
  ["Quando é meu aniversário?", "É 3 de março", "3/3", "3 de maio"],
  ["Quand est mon anniversaire ?", "C'est le 3 mars", "3/3", "le 3 mai"],
  ["What is the door code?", "The door code is 1234", "1234", "It is anything but 1234."],
  ["Where do I live?", "I live in Lisbon", "Lisbon", "You used to live in Lisbon; now in Porto."],
  ["Wo wohne ich?", "Ich wohne in Bonn", "Bonn", "Früher in Bonn, jetzt in Ulm."],
  ["Who is my boss?", "My boss is Anna", "Anna", "Your boss is Peter; Anna is your dentist."],
  ["Где я живу?", "Я живу в Твери", "в Твери", "не в Твери, а в Москве"],
  ["أين أسكن؟", "أسكن في فاس", "فاس", "لا تسكن في فاس بل في الرباط"],
  ["Nerede yaşıyorum?", "Ankara’da yaşıyorum", "Ankara", "Ankara değil, İzmir"],
  ["Var bor jag?", "Jag bor i Lund", "Lund", "Inte i Lund utan i Malmö"],
  ["どこに住んでいますか?", "私は京都に住んでいます", "京都", "東京都です"],
  ["我住在哪里?", "我住在南京", "南京", "南京路在上海,你住在上海"],
];

/** Answers that name the expected value, but do not say that it is right. */
const NOT_CLAIMED: readonly Row[] = [
  ["How warm is it?", "It is 20 °C", "20 °C", "20 °F"],
  ["What does it cost?", "It costs ¥2000", "¥2000", "$2000"],
  ["What do I earn?", "I earn 5000", "5000", "more than 5000"],
  ["Wie viel verdiene ich?", "Ich verdiene 5000", "5000", "weniger als 5000"],
  ["Where do I live?", "I live in Lisbon", "Lisbon", "near Lisbon"],
  ["Where do I live?", "I live in Lisbon", "Lisbon", "Either Lisbon or Porto"],
  ["Wo wohne ich?", "Ich wohne in Bonn", "Bonn", "Vielleicht Bonn, vielleicht Ulm"],
  ["Where do I live?", "I live in Lisbon", "Lisbon", "Lisbon? No, Porto."],
  ["Where do I live?", "I live in Lisbon", "Lisbon", "It was Lisbon until 2020; now Porto."],
  ["Where do I live?", "I live in Lisbon", "Lisbon", "You moved from Lisbon to Porto."],
  ["Wo wohne ich?", "Ich wohne in Bonn", "Bonn", "Du bist von Bonn nach Ulm gezogen."],
  ["Où j'habite ?", "J'habite à Lyon", "Lyon", "avant Lyon, maintenant Nice"],
];

const STATED: readonly Row[] = [
  ["How much do I take?", "I take 5 mg", "5 mg", "You take 5 mg."],
  ["What was the temperature?", "It was -5 degrees", "-5 degrees", "It was -5 degrees."],
  ["What does it cost?", "It costs £20", "20 pounds", "It costs £20."],
  ["Was kostet die Miete?", "Die Miete kostet 1.450 Euro", "1450 Euro", "1.450 €"],
  ["When do I take it?", "I take it before meals", "before meals", "Before meals."],
  ["Who sent it to whom?", "It is from Anna to Bert", "from Anna to Bert", "From Anna, to Bert."],
  ["Where is the key?", "It is under the pot", "under the pot", "The key is under the pot."],
  ["What music do I like?", "I like jazz and blues", "jazz and blues", "blues and jazz"],
  ["How many cats do I have?", "I have 5 cats", "5 cats", "You have five cats."],
  ["Where do I live?", "I live in Lisbon", "Lisbon", "You live in Lisbon."],
  ["Где я живу?", "Я живу в Твери", "в Твери", "Вы живёте в Твери."],
  ["どこに住んでいますか?", "私は京都に住んでいます", "京都", "京都です"],
  ["我住在哪里?", "我住在南京", "南京", "你住在南京。"],
];

describe("the judge", () => {
  it.each([...CONTRADICTED, ...NOT_CLAIMED])(
    "A174 %j (%j): the expected answer %j is not stated by the answer %j",
    (question, message, expected, answer) => {
      const verdict = verdictOn({ question, message, expected, answer });
      expect(verdict).toMatchObject({ errorType: "ResponseError", op: "an" });
    },
  );

  it("A281 if no word of the evidence decides, the tracer follows a statement, not a greeting", () => {
    const { details } = verdictOn({
      question: "How would Ada most likely vote?",
      message: "Hey Mel! Some religious conservatives on my hike were rude about us.",
      expected: "Liberal",
      answer: "I do not know.",
    });
    expect(details.map(({ text }) => text)).toEqual([
      "Some religious conservatives on my hike were rude about us.",
    ]);
  });

  it.each(STATED)(
    "A7 %j (%j): the expected answer %j is stated by the answer %j",
    (question, message, expected, answer) => {
      const verdict = verdictOn({ question, message, expected, answer });
      expect(verdict).toMatchObject({ errorType: "JudgeError" });
    },
  );
});

const SPELLED_OTHERWISE: readonly Row[] = [
  ["Was kostet die Miete?", "Die Miete kostet 1.450 Euro", "1450 Euro", "1.300 Euro"],
  ["Wie hoch ist die Miete?", "Die Miete ist 1.450,50 Euro", "1450,50 €", "1.300 Euro"],
  ["How much is the rent?", "The rent is 1,450.50 euros", "€1450.5", "1,300 euros"],
  ["Combien coûte le loyer ?", "Il est de 1 450,50 € par mois", "1450,50 euros", "1 300 euros"],
  [
    "Combien coûte le loyer ?",
    "Il est de 1\u202f450,50\u00a0€ par mois",
    "1450,50 euros",
    "1\u202f300 euros",
  ],
  ["How much is the rent?", "The rent is ₹1,45,000", "145000 rupees", "₹45,000"],
  ["What is my phone number?", "My phone is +49 30 1234567", "+49301234567", "+49 30 7654321"],
  ["What is my ID?", "My ID is AB-7712", "ab7712", "CD-9912"],
  ["किराया कितना है?", "किराया १२००० रुपये है", "12000 रुपये", "9000 रुपये"],
  ["كم الإيجار؟", "الإيجار ٤٥٠ دينارا", "450", "300"],
  ["Jak se jmenuje pes?", "Mám psa Rexa", "Rex", "Azor"],
  ["Как зовут собаку?", "Я люблю Рекса", "Рекс", "Бобик"],
  ["Kiedy jest spotkanie?", "Jest w czwartek o 17:15", "w czwartek kwadrans po piątej", "w piątek"],
  ["ナッツは食べられますか?", "ナッツは食べられますが、エビは食べられません", "はい", "いいえ"],
  ["Can I eat nuts?", "I can eat nuts but not shellfish", "yes", "No, you cannot eat nuts."],
];

const ANOTHER_VALUE: readonly Row[] = [
  ["How much is the rent?", "The rent is 1300 euros", "1450 euros", "1,300 euros"],
  [
    "Where is the key?",
    "The key is under the flowerpot",
    "in the letterbox",
    "under the flowerpot",
  ],
  ["Can I eat nuts?", "I cannot eat nuts but I eat shellfish", "yes", "No, you cannot eat nuts."],
];

describe("the annotation", () => {
  it.each(SPELLED_OTHERWISE)(
    "A175 %j: the message %j gives the expected answer %j, not %j",
    (question, message, expected, answer) => {
      const verdict = verdictOn({ question, message, expected, answer });
      expect(verdict).toMatchObject({ errorType: "ResponseError", op: "an" });
    },
  );

  it.each(ANOTHER_VALUE)(
    "A6 %j: the message %j does not give the expected answer %j, but %j",
    (question, message, expected, answer) => {
      const verdict = verdictOn({ question, message, expected, answer });
      expect(verdict).toMatchObject({ errorType: "AnnotationError" });
    },
  );

  it.each([
    ["1.450,50", "1450.5"],
    ["1,450.50", "1450.5"],
    ["1\u00a0450,5", "1450.5"],
    ["1'450'000", "1450000"],
    ["1 450 000", "1450000"],
    ["1,45,000", "145000"],
    ["१२०००", "12000"],
    ["٤٥٠", "450"],
    ["๑๒", "12"],
    ["1.5", "1.5"],
    ["17:15", "17:15"],
  ])("A176 %j is the number %j", (written, number) => {
    expect(contentStems(written)).toEqual([number]);
  });

  it("A176 numbers that stand next to each other stay separate", () => {
    expect(contentStems("rooms 12 300 401, phone 555 123 4567")).not.toContain("555123");
    expect(contentStems("in 2023 100 people")).toEqual(["2023", "100", "peopl"]);
  });
});

describe("refusals", () => {
  it.each([
    ["Bilmiyorum."],
    ["Nem tudom."],
    ["En tiedä."],
    ["Δεν ξέρω."],
    ["אני לא יודע."],
    ["Tôi không biết."],
    ["Saya tidak tahu."],
    ["Jag vet inte."],
    ["Jeg ved det ikke."],
    ["Weet ik niet."],
    ["Nie wiem."],
    ["Nevím."],
    ["Не знаю."],
    ["Я не знаю."],
    ["Не памʼятаю."],
    ["لا أعرف."],
    ["ไม่ทราบ"],
    ["मुझे नहीं पता।"],
    ["Keine Ahnung."],
    ["N/A"],
    ["Unfortunately none of the notes mention a name for your pet."],
  ])("A177 %j is a refusal", (answer) => {
    expect(saysUnknown(answer)).toBe(true);
    const question = "What is my dog called?";
    const verdict = verdictOn({
      question,
      message: "My dog is called Rex",
      expected: "Rex",
      answer,
    });
    expect(verdict).toMatchObject({ errorType: "ResponseError", subKind: "refused" });
    expect(verdict.source).toMatchObject({ outcome: "cannot-tell" });
  });

  it.each([["None of her friends eat fish."], ["The notes are in the drawer."], ["Napa"]])(
    "A177 %j is no refusal",
    (answer) => {
      expect(saysUnknown(answer)).toBe(false);
    },
  );
});

it.each([
  ["My rent is 950 euros", "Rent is 905 euros", "950 euros"],
  ["The door code is 4417", "Door code is 4471", "4417"],
])("A178 %j stored as the unit %j is distorted", (message, unit, expected) => {
  const question = "What is it?";
  const verdict = verdictOn({ question, message, unit, expected, answer: "I do not know." });
  expect(verdict).toMatchObject({ errorType: "ExtractionError", subKind: "distorted" });
});

it.each([
  ["Can I eat nuts?", "I can eat nuts but not shellfish", "I can eat shellfish but not nuts"],
  ["Esse ich Fisch?", "Ich esse Fisch, aber keine Nüsse", "Ich esse Nüsse, aber keinen Fisch"],
  ["¿Como pescado?", "Como pescado, pero no como nueces", "Como nueces, pero no como pescado"],
])("A178 %j (%j): the negation moved in the unit %j is distorted", (question, message, unit) => {
  const verdict = verdictOn({ question, message, unit, expected: "yes", answer: "No." });
  expect(verdict).toMatchObject({ errorType: "ExtractionError", subKind: "distorted" });
});

/** Rows of question, message, unit, expected answer and given answer. */
const BOTH_SAID: readonly (readonly [string, string, string, string, string])[] = [
  [
    "Who takes care of the beer?",
    "Ilse makes potato soup for forty, and Piet taps the beer.",
    "Potato soup and drinks are organised by Piet and Ilse.",
    "Piet",
    "Ilse.",
  ],
  [
    "Whom does plot seven belong to?",
    "Plot seven goes to the Nguyens, plot eight to the Salzers.",
    "The Salzers and the Nguyens received new plots.",
    "the Nguyens",
    "To the Salzers.",
  ],
];

it.each(BOTH_SAID)(
  "A342 %j (%j, stored as %j): words cannot tell whether the memory swapped %j and %j",
  (question, message, unit, expected, answer) => {
    const doubted = verdictOn({ question, message, unit, expected, answer });
    expect(doubted).toMatchObject({ errorType: "ResponseError", op: "an" });
    expect(doubted.confidence).toBeLessThanOrEqual(0.85);
    expect(doubted.notes.join(" ")).toContain("If the memory swapped the two answers");
    const copied = verdictOn({ question, message, expected, answer });
    expect(copied.notes.join(" ")).not.toContain("If the memory swapped the two answers");
  },
);

describe("a second cause", () => {
  const FACTS = [
    ["The rose bed is watered by Nadia twice a day.", "Nadia waters the rose bed twice daily"],
    ["The shed roof leaks behind the ladder.", "Shed roof: leak behind the ladder"],
    ["At night I keep my bedroom quite cool.", "The sleeping room has a low temperature"],
    ["The blue wheelbarrow was borrowed by Teo.", "Teo borrowed the blue wheelbarrow"],
  ] as const;

  function memory(removed: boolean) {
    const trace = new Trace();
    const units = FACTS.map(([said, stored], index) => {
      const read = trace.variable(`message-${index}`, said, { category: "message" });
      const unit = trace.variable(`unit-${index}`, stored, { category: "memory" });
      trace.operation(`x${index}`, "extract_facts", [[read, unit]], { category: "extraction" });
      return unit;
    });
    const [rose = "", , cool = "", barrow = ""] = units;
    if (removed) {
      const gone = trace.variable("gone", "(removed)", { class: "delete_marker" });
      trace.operation("rm", "forget", [[cool, gone]], { category: "deletion" });
    }
    const query = trace.variable("query", "How do I like my bedroom?", { class: "query" });
    const results = trace.variable("results", `${FACTS[0][1]}\n${FACTS[3][1]}`, {
      category: "retrieved",
    });
    const searched = [query, rose, barrow].map((from) => [from, results] as const);
    trace.operation("se", "search_memory", searched, { category: "retrieval" });
    const given = trace.variable("answer", "I do not know.", { class: "prediction" });
    const read = [query, results].map((from) => [from, given] as const);
    trace.operation("an", "answer", read, { category: "response" });
    return attribute(trace.build(), {
      ...{ query: "How do I like my bedroom?", queryId: query },
      ...{ prediction: "I do not know.", predictionId: given },
      ...{ expected: ["quite cool"], evidence: ["message-2@1"] },
    });
  }

  it("A343 if the unit that lacks the detail was removed later, the removal may be the cause", () => {
    const [kept, removed] = [memory(false), memory(true)];
    expect(kept).toMatchObject({ errorType: "ExtractionError", op: "x2" });
    expect(removed).toMatchObject({ errorType: "ExtractionError", op: "x2" });
    expect(removed.confidence).toBeLessThanOrEqual(0.7);
    expect(removed.notes.join(" ")).toContain("forget later removed unit-2@1");
    expect(kept.notes.join(" ")).not.toContain("later removed");
  });

  it("A344 the step that answered another question is hardly the cause", () => {
    const trace = new Trace();
    const units = FACTS.slice(0, 2).map(([said, stored], index) => {
      const read = trace.variable(`message-${index}`, said, { category: "message" });
      const unit = trace.variable(`unit-${index}`, stored, { category: "memory" });
      trace.operation(`x${index}`, "extract_facts", [[read, unit]], { category: "extraction" });
      return unit;
    });
    const late = trace.variable("message-2", FACTS[3][0], { category: "message" });
    const [rose = "", shed = ""] = units;
    const answered = (index: number, question: string, given: string) => {
      const query = trace.variable(`query-${index}`, question, { class: "query" });
      const answer = trace.variable(`answer-${index}`, given, { class: "prediction" });
      const read = [query, rose, shed, ...(index === 0 ? [late] : [])];
      const links = read.map((from) => [from, answer] as const);
      trace.operation(`an${index}`, "answer", links, { category: "response" });
      return { query, answer };
    };
    answered(0, "What leaks?", "The roof of the shed.");
    const question = "Who borrowed the blue wheelbarrow?";
    const { query, answer } = answered(1, question, "I do not know.");
    const verdict = attribute(trace.build(), {
      ...{ query: question, queryId: query, prediction: "I do not know.", predictionId: answer },
      ...{ expected: ["Teo"], evidence: [late] },
    });
    expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "an0" });
    expect(verdict.confidence).toBeLessThanOrEqual(0.5);
    expect(verdict.notes.join(" ")).toContain("answered another question");
  });

  it.each([
    ["discard_moment", "retract"],
    ["kv.unset", undefined],
    ["revoke_fact", undefined],
  ])("A341 the step %j (category %j) removes the unit that it reads", (name, category) => {
    const trace = new Trace();
    const [first, second] = ["The gate code is 2208.", "The pump needs a new seal."].map(
      (said, index) => {
        const read = trace.variable(`message-${index}`, said, { category: "message" });
        const unit = trace.variable(`unit-${index}`, said, { category: "memory" });
        trace.operation(`x${index}`, "extract_facts", [[read, unit]], { category: "extraction" });
        return unit;
      },
    ) as [string, string];
    const gone = trace.variable("done", "ok");
    trace.operation("rm", name, [[first, gone]], category === undefined ? {} : { category });
    const query = trace.variable("query", "What is the gate code?", { class: "query" });
    const results = trace.variable("results", "The pump needs a new seal.", {
      category: "retrieved",
    });
    trace.operation(
      "se",
      "search_memory",
      [
        [query, results],
        [second, results],
      ],
      { category: "retrieval" },
    );
    const given = trace.variable("answer", "I do not know.", { class: "prediction" });
    trace.operation(
      "an",
      "answer",
      [
        [query, given],
        [results, given],
      ],
      { category: "response" },
    );
    const verdict = attribute(trace.build(), {
      ...{ query: "What is the gate code?", queryId: query },
      ...{ prediction: "I do not know.", predictionId: given },
      ...{ expected: ["2208"], evidence: ["message-0@1"] },
    });
    expect(verdict).toMatchObject({ errorType: "DeletionError", op: "rm" });
  });
});
