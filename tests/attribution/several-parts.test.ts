/** Answers of several parts or about several people: each part and each person counts alone. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { askedTogether } from "../../src/attribution/needs/asked-together.ts";
import { stem } from "../../src/text/words.ts";
import { attributed } from "./support/attributed.ts";
import { Trace } from "./support/trace.ts";

interface Recorded {
  readonly said: readonly (readonly [speaker: string, text: string])[];
  readonly units: readonly string[];
  /** Which units the search returns. */
  readonly shown: readonly number[];
  readonly query: string;
  readonly expected: string;
  readonly prediction: string;
  /** Which messages are the evidence. By default, all that `said` has. */
  readonly evidence?: readonly number[];
}

/** A memory that rewrites most sentences. */
const TALK: readonly (readonly [speaker: string, said: string, stored: string])[] = [
  [
    "Nora",
    "The tram broke down twice again this rainy morning.",
    "Nora's tram broke down this morning.",
  ],
  [
    "Emil",
    "We repaired the leaking roof of the old barn.",
    "Emil fixed the leaking roof of a building.",
  ],
  [
    "Nora",
    "My sister bakes sourdough bread every single Sunday.",
    "Nora's sister makes bread each Sunday.",
  ],
  [
    "Emil",
    "The neighbours play loud drums after midnight.",
    "Emil's neighbours play drums at night.",
  ],
  ["Nora", "Our garden fence fell over during the storm.", "The storm broke Nora's garden fence."],
  [
    "Emil",
    "I keep losing my umbrella on the train.",
    "Emil often forgets his umbrella on the train.",
  ],
];

function verdict(recorded: Recorded) {
  const { errorType, op } = attributionOf(recorded);
  return `${errorType} ${op}`;
}

function attributionOf({ said, units, shown, query, expected, prediction, evidence }: Recorded) {
  const trace = new Trace();
  const texts = [...said, ...TALK.map(([speaker, text]) => [speaker, text] as const)];
  const messages = texts.map(([speaker, text], index) =>
    trace.message(`m${index}`, speaker, text, `2025-03-${10 + index}`),
  );
  const stored = [...units, ...TALK.map(([, , unit]) => unit)].map((unit, index) =>
    trace.variable(`unit-${index}`, unit, { category: "memory" }),
  );
  const links = messages.flatMap((from) => stored.map((to): [string, string] => [from, to]));
  trace.operation("extract-1", "extract", links, { category: "extraction" });
  const question = trace.variable("question", query, { category: "query" });
  const found = shown.flatMap((index) => stored[index] ?? []);
  const search = found.map((unit): [string, string] => [question, unit]);
  trace.operation("search-1", "search", search, { category: "retrieval" });
  const reply = trace.variable("reply", prediction, { category: "answer" });
  const read = [question, ...found].map((from): [string, string] => [from, reply]);
  trace.operation("answer-1", "answer", read, { category: "answer" });
  return attribute(trace.build(), {
    ...{ query, expected: [expected], prediction, queryId: question, predictionId: reply },
    evidence: (evidence ?? said.map((_, index) => index)).flatMap((at) => messages[at] ?? []),
  });
}

const UNKNOWN = "I do not know.";

const ROWING_CLUB = {
  said: [
    ["Nora", "I chose the rowing club: they help folks who just arrived. Their courage wins me."],
  ] as const,
  units: ["Nora chose the rowing club for its support for newcomers.", "Nora owns a violin."],
  query: "Why did Nora choose the rowing club?",
  expected: "their courage and support for newcomers",
  prediction: UNKNOWN,
};

describe("an answer of several parts", () => {
  it("A165 a refusal ignored a part of the answer that the context paraphrases", () => {
    expect(verdict({ ...ROWING_CLUB, shown: [0] })).toBe("ResponseError answer-1");
    expect(verdict({ ...ROWING_CLUB, shown: [1] })).not.toBe("ResponseError answer-1");
  });

  it("A165 a verdict on a part that no message states names no lost detail", () => {
    const { errorType, reason, lost } = attributed(attributionOf({ ...ROWING_CLUB, shown: [0] }));
    expect(errorType).toBe("ResponseError");
    expect(reason).toContain("no detail of the evidence could be followed");
    expect(lost).toEqual([]);
  });

  it("A165 a part asked of several people counts once, and as read only if it was read for each", () => {
    const recorded = {
      said: [
        ["Nora", "I finished a watercolour of the lighthouse on Friday."],
        ["Emil", "My newest oil sketch shows a lighthouse in fog."],
      ] as const,
      units: ["Nora painted a lighthouse in watercolour.", "Emil sketched a lighthouse in fog."],
      query: "What have Nora and Emil both painted?",
      expected: "a lighthouse",
      prediction: UNKNOWN,
    };
    expect(verdict({ ...recorded, shown: [0] })).toBe("RetrievalError search-1");
    expect(verdict({ ...recorded, shown: [0, 1] })).toBe("ResponseError answer-1");
  });

  it("A166 the tracer follows a part for each named person who states it", () => {
    const recorded = {
      said: [
        ["Nora", "I finished a watercolour of the lighthouse on Friday."],
        ["Emil", "My newest oil sketch shows a lighthouse in fog."],
      ] as const,
      units: ["Nora painted a lighthouse in watercolour.", "Emil sketched a lighthouse in fog."],
      query: "What have Nora and Emil both painted?",
      expected: "a lighthouse",
      prediction: "They painted roses.",
    };
    expect(verdict({ ...recorded, shown: [0] })).toBe("RetrievalError search-1");
    expect(verdict({ ...recorded, shown: [1] })).toBe("RetrievalError search-1");
    expect(verdict({ ...recorded, shown: [0, 1] })).toBe("ResponseError answer-1");
  });

  it("A166 the question does not ask the same of two people in different roles", () => {
    const recorded = {
      said: [
        ["Nora", "I bought a brass telescope for the birthday of Emil."],
        ["Emil", "My birthday was great, I got a brass telescope."],
      ] as const,
      units: [
        "Nora gave Emil a brass telescope for his birthday.",
        "Emil got a brass telescope for his birthday.",
      ],
      query: "What did Nora give Emil for his birthday?",
      expected: "a brass telescope",
      prediction: "She gave him a kite.",
    };
    expect(verdict({ ...recorded, shown: [0] })).toBe("ResponseError answer-1");
  });

  it.each([
    ["What did Nora and Emil paint?", ["nora", "emil"]],
    ["What do Nora, Ida and Emil share?", ["emil", "ida", "nora"]],
    ["What do Nora, Ida, and Emil share?", ["emil", "ida", "nora"]],
    ["What are Nora's and Emil's hobbies?", ["nora", "emil"]],
    ["Was haben Nora und Emil gemalt?", ["nora", "emil"]],
    ["¿Qué pintaron Nora y Emil?", ["nora", "emil"]],
    ["Qu'ont peint Nora et Emil ?", ["nora", "emil"]],
    ["Cosa hanno dipinto Nora e Emil?", ["nora", "emil"]],
    ["O que Nora e Emil pintaram?", ["nora", "emil"]],
    ["Wat hebben Nora en Emil geschilderd?", ["nora", "emil"]],
    ["诺拉和小林都画了什么？", ["诺拉", "小林"]],
    ["ノラとエミルが描いたものは？", ["ノラ", "エミル"]],
    ["노라와 에밀이 모두 그린 것은?", ["노라", "에밀"]],
    ["What did Nora give Emil?", []],
    ["What did Nora, who met Emil, buy?", []],
    ["What does Nora, Emil's sister, paint?", []],
    ["Did Nora or Emil paint it?", []],
    ["What did Nora buy and Emil sell?", []],
  ])("A166 the question %j asks the same of %j", (query, people) => {
    const speakers = ["nora", "emil", "ida", "诺拉", "小林", "ノラ", "エミル", "노라", "에밀"];
    const asked = askedTogether(query, new Set(speakers.map(stem)));
    expect(new Set(asked.flat())).toEqual(new Set(people.map(stem)));
  });

  it("A166 a full name counts as one person", () => {
    const speakers = new Set(["nora", "berg", "emil"]);
    expect(askedTogether("Were Nora Berg and Emil there?", speakers)).toEqual([
      ["nora", "berg"],
      ["emil"],
    ]);
  });

  it("A167 the tracer follows a part without words in the evidence by the remaining evidence", () => {
    const recorded = {
      said: [
        ["Nora", "I marched in the harvest parade last week."],
        ["Nora", "At the academy I told the pupils how I became a beekeeper."],
      ] as const,
      units: ["Nora marched in the harvest parade.", "Nora told academy pupils about beekeeping."],
      query: "Which events did Nora take part in?",
      expected: "harvest parade, academy lecture",
      prediction: "Nora took part in the harvest parade.",
    };
    expect(verdict({ ...recorded, shown: [0] })).toBe("RetrievalError search-1");
  });
});

describe("texts that give the answer", () => {
  it("A168 the search missed a unit that gives the answer much better than the context", () => {
    const recorded = {
      said: [["Nora", "A lot happened - I just got accepted for a ceramics residency!"]] as const,
      units: [
        "Nora worries about her residency. 2025-03-10T10:00:00",
        "Nora got accepted for a ceramics residency. 2025-03-10T10:00:00",
      ],
      query: "When did Nora get accepted for the artist residency?",
      expected: "10 March 2025",
      prediction: UNKNOWN,
    };
    expect(verdict({ ...recorded, shown: [0] })).toBe("RetrievalError search-1");
    expect(verdict({ ...recorded, shown: [0, 1] })).toBe("ResponseError answer-1");
  });

  it("A168 the search missed nothing if the context paraphrases the answer", () => {
    const recorded = {
      said: [["Nora", "My parrot is green and talks all day at home."]] as const,
      units: ["Nora keeps a green parrot.", "Nora's pet animal at home is a parrot."],
      query: "What pet animal does Nora keep at home?",
      expected: "a parrot",
      prediction: UNKNOWN,
    };
    expect(verdict({ ...recorded, shown: [0] })).toBe("ResponseError answer-1");
  });

  it("A169 a missing part of a guess that no message states is no wrong annotation", () => {
    const recorded = {
      said: [["Nora", "I marched in the harvest parade last week."]] as const,
      units: ["Nora marched in the harvest parade."],
      ...{ expected: "harvest parade, regatta", prediction: "the harvest parade", shown: [0] },
    };
    const told = (query: string, evidence?: number[]) =>
      verdict({ ...recorded, query, ...(evidence && { evidence }) });
    for (const evidence of [undefined, []]) {
      expect(told("Which events would Nora likely join?", evidence)).not.toContain("Annotation");
      expect(told("Which events did Nora join?", evidence)).toBe("AnnotationError null");
    }
  });

  it.each([
    ["What would Nora likely vote for?", "en"],
    ["Was würde Nora wohl wählen?", "de"],
    ["Que voterait probablement Nora ?", "fr"],
  ])("A169 the guess %j needs no message that states the answer (%s)", (query) => {
    const recorded = {
      said: [["Nora", "Those hikers insulted my friends, and it hurt."]] as const,
      units: ["Hikers insulted Nora's friends."],
      ...{ query, expected: "Liberals", prediction: UNKNOWN, shown: [1] },
      evidence: [],
    };
    expect(verdict(recorded)).not.toContain("AnnotationError");
  });
});
