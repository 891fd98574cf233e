import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import type { Language } from "./support/facts-by-language.ts";
import { type Fault, told } from "./support/told-in-language.ts";

type Fact = Language["facts"][number];

const FILLING: readonly Fact[] = [
  fact("Die Küche wird am Montag gestrichen.", "The kitchen will be painted.", "Küche"),
  fact("Der Zug war wieder zu spät.", "The train was late again.", "Zug"),
  fact("Wir haben den Ofen noch nicht bezahlt.", "They have not paid for the oven yet.", "Ofen"),
];

function fact(said: string, kept: string, expected: string, more: Partial<Fact> = {}): Fact {
  const open = { lacking: "[]", changed: "[]", right: expected, wrong: "?" };
  return { said, kept, question: `Was ist mit ${expected}?`, expected, ...open, ...more };
}

function verdict(
  fact: Fact,
  fault: Fault,
  evidenceFound: boolean,
  speaker = "Nora",
  unknown = "Das weiß ich leider nicht.",
) {
  const language: Language = {
    ...{ speaker, unknown },
    ...{ chatter: ["Wie geht es dir?"], facts: [fact, ...FILLING] },
  };
  const { graph, failed, errorType, op } = told(language, 0, fault);
  return {
    found: attribute(graph, evidenceFound ? { ...failed, evidence: [] } : failed),
    wanted: { errorType, op },
  };
}

/** Facts in German, a memory in English, and questions in German or Spanish. */
const TRANSLATED: readonly (readonly [string, Fact])[] = [
  [
    "a day",
    fact(
      "Den Führerschein habe ich vorgestern bekommen.",
      "Nora got her driving licence on 6 May 2024.",
      "am 6. Mai 2024",
      {
        question: "Wann hat Nora den Führerschein bekommen?",
        lacking: "Nora has a driving licence.",
        changed: "Nora got her driving licence on 2 May 2024.",
        wrong: "am 2. Mai 2024",
      },
    ),
  ],
  [
    "a figure",
    fact(
      "Das neue Dach hat zwölftausendvierhundert Euro gekostet.",
      "The new roof of Nora's house was 12,400 euros.",
      "12.400 euros",
      {
        question: "¿Cuánto costó el tejado nuevo de la casa de Nora?",
        lacking: "Nora's house has a new roof.",
        changed: "The new roof of Nora's house was 14,200 euros.",
        wrong: "14.200 euros",
      },
    ),
  ],
];

describe("memories in another language than the messages", () => {
  it.each(
    TRANSLATED.flatMap(([name, fact]) =>
      (["extraction", "update", "retrieval", "response"] as const).flatMap((fault) =>
        [false, true].map((isFound) => [name, fault, isFound, fact] as const),
      ),
    ),
  )("A266 the tracer follows %s (%s, evidence found: %s)", (_, fault, isFound, fact) => {
    const { found, wanted } = verdict(fact, fault, isFound);
    expect(found).toMatchObject(wanted);
  });

  it("A267 a statement without figures and names is followed with low confidence", () => {
    const reason = fact(
      "Die Rolle gebe ich ab, weil ich Zwillinge erwarte.",
      "Nora gives up the role because she is ill.",
      "sie erwartet Zwillinge",
      { question: "Warum gibt Nora die Rolle ab?", wrong: "Sie ist krank." },
    );
    const { found } = verdict(reason, "response", false);
    expect(found.confidence ?? 0).toBeLessThanOrEqual(0.5);
    const jumeaux = fact(
      "Maud a renoncé au rôle d'Agrippine, elle attend des jumeaux.",
      "Maud gave up the role of Agrippina because she is ill.",
      "elle attend des jumeaux",
      { question: "Pourquoi Maud ne joue-t-elle pas Agrippine ?", wrong: "Elle est malade." },
    );
    expect(verdict(jumeaux, "response", false).found.confidence ?? 0).toBeLessThanOrEqual(0.5);
  });

  it("A268 a question in another language proves no error of the annotation", () => {
    const bench = fact(
      "Die Bänke werden dunkelgrau.",
      "The benches will be dark grey.",
      "anthracite",
      {
        question: "What colour are the new seats of the park where they meet?",
      },
    );
    const visit = fact(
      "In drei Tagen kommt der Elektriker.",
      "The electrician comes soon.",
      "11 May 2024",
      {
        question: "When does the electrician visit them to connect the stove?",
      },
    );
    for (const isFound of [false, true]) {
      expect(verdict(bench, "retrieval", isFound).found.errorType).not.toBe("AnnotationError");
      expect(verdict(visit, "retrieval", isFound).found.errorType).not.toBe("AnnotationError");
    }
  });
});

describe("persons and answers", () => {
  it.each([
    [
      "Wie drinkt geen alcohol?",
      "Ik drink geen alcohol, mijn vriendin wel.",
      "de gebruiker",
      "de vriendin",
    ],
    ["Who has no licence?", "I never got my licence, so my wife drives.", "the user", "the wife"],
  ])(
    "A269 %j: the speaker's name is the answer of a message with «I»",
    (question, said, expected, wrong) => {
      const own = fact(said, said, expected, { question, wrong });
      const { found } = verdict(own, "response", false, "user");
      expect(found.errorType).not.toBe("AnnotationError");
    },
  );

  it("A269 a name that looks like a function word is an answer", () => {
    const fish = fact(
      "Mon fils Côme ne mange pas de poisson.",
      "Côme, le fils de Nora, ne mange pas de poisson.",
      "Côme",
      { question: "Qui ne mange pas de poisson ?" },
    );
    expect(verdict(fish, "retrieval", false).found).toMatchObject({ errorType: "RetrievalError" });
  });

  it("A270 what an assistant repeats is about the user", () => {
    const noted = fact(
      "Das notiere ich: Termin am 15. November 2024.",
      "User hat am 15. November 2024 einen Zahnarzttermin.",
      "15. November 2024",
      { question: "Wann ist der Termin?" },
    );
    const { found } = verdict(noted, "retrieval", false, "assistant");
    expect(found).toMatchObject({ errorType: "RetrievalError", op: "search" });
  });

  it("A271 titles of one meaning name one person", () => {
    const question = "Who rents the flat?";
    expect(statesWholeAnswer(question, "Herr Roth", "Mr Roth")).toBe(true);
    expect(statesWholeAnswer(question, "Herr Roth", "Mrs Roth")).toBe(false);
    const ladder = fact(
      "Die Leiter ist von Herrn Roth.",
      "Die Leiter ist von Herrn Roth.",
      "Herr Roth",
      {
        ...{ question: "Von wem ist die Leiter?", lacking: "Die Leiter ist von Frau Roth." },
      },
    );
    expect(verdict(ladder, "extraction", false).found).toMatchObject({
      errorType: "ExtractionError",
    });
  });

  it("A272 a unit that accepts what the message declines states the opposite", () => {
    const offer = fact(
      "Das Angebot aus Kiel habe ich abgelehnt, es war zu weit weg.",
      "Nora hat das Angebot aus Kiel abgelehnt, weil es zu weit weg war.",
      "Nein",
      {
        question: "Arbeitet Nora in Kiel?",
        lacking: "Nora hat das Angebot aus Kiel angenommen, obwohl es zu weit weg war.",
      },
    );
    expect(verdict(offer, "extraction", false).found).toMatchObject({
      errorType: "ExtractionError",
      op: "extract-0",
    });
  });
});

describe("details of another statement", () => {
  it.each([
    [
      "A Matilde não come porco, o Rodrigo não come peixe.",
      "Matilde não come peixe e Rodrigo não come porco.",
      "Rodrigo",
      "Quem não come peixe?",
      "A Matilde.",
    ],
    [
      "Leo is allergic to sesame, but Mila reacts to strawberries.",
      "Leo reacts to strawberries, and Mila is allergic to sesame.",
      "Mila",
      "Which child reacts to strawberries?",
      "Leo does.",
    ],
    [
      "Il marmo viene da Candoglia.",
      "Il marmo viene da Carrara e non da Candoglia.",
      "da Candoglia",
      "Da dove viene il marmo?",
      "Da Carrara.",
    ],
  ])("A275 %j is not what %j says", (said, lacking, expected, question, given) => {
    const swapped = fact(said, said, expected, { question, lacking });
    expect(verdict(swapped, "extraction", false, "Nora", given).found).toMatchObject({
      errorType: "ExtractionError",
      op: "extract-0",
    });
  });

  it("A276 a message that says «she» can mean the person of the message before", () => {
    const { graph, failed } = told(
      {
        ...{ speaker: "Malo", unknown: "?", chatter: ["Et le moteur de Mme Roux ?"] },
        facts: [
          fact(
            "Elle me doit deux mille trois cents euros, son frère neuf cents.",
            "Mme Roux doit 2300 € à Malo et son frère 900 €.",
            "Mme Roux",
            { question: "Qui doit 2 300 euros à Malo ?", wrong: "son frère" },
          ),
        ],
      },
      0,
      "response",
      "Enora",
    );
    expect(attribute(graph, failed).errorType).not.toBe("AnnotationError");
  });
});

describe("values in other words", () => {
  const values: readonly (readonly [string, Fact])[] = [
    [
      "a duration in another unit",
      fact(
        "Der Umbau dauert anderthalb Jahre.",
        "Der Umbau dauert 18 Monate.",
        "anderthalb Jahre",
        {
          ...{ question: "Wie lange dauert der Umbau?", lacking: "Der Umbau hat begonnen." },
        },
      ),
    ],
    [
      "a clock time without a part of the day",
      fact("Der Kurs beginnt um halb acht.", "Der Kurs beginnt um 19:30 Uhr.", "19:30 Uhr", {
        question: "Wann beginnt der Kurs?",
        lacking: "Der Kurs beginnt um 20:30 Uhr.",
      }),
    ],
    [
      "the last part of a compound",
      fact("Der Termin ist am 15. Mai.", "Am 15. Mai ist Noras Zahnarzttermin.", "15. Mai 2024", {
        ...{ question: "Wann ist der Termin?", lacking: "Nora hat einen Zahnarzttermin." },
      }),
    ],
  ];

  it.each(
    values.flatMap(([name, fact]) =>
      (["extraction", "retrieval"] as const).map((fault) => [name, fault, fact] as const),
    ),
  )("A273 the tracer follows %s (%s)", (_, fault, fact) => {
    const { found, wanted } = verdict(fact, fault, false);
    expect(found).toMatchObject(wanted);
  });

  it.each([
    [
      "zh",
      "前天我把旧房子的钥匙交给周先生了。",
      "诺拉雅把旧房子的钥匙交给了周先生。",
      "诺拉雅",
      "2024年5月6日",
      "钥匙是哪天交给周先生的？",
    ],
    [
      "ko",
      "사흘 뒤에 인터넷 기사님이 오세요.",
      "현수네 집에 인터넷 기사님이 오실 예정이다.",
      "현수",
      "2024년 5월 11일",
      "인터넷 기사는 언제 오나요?",
    ],
  ])(
    "A274 %s: letters beside a name do not paraphrase a time",
    (_, said, lacking, speaker, expected, question) => {
      const day = fact(said, `${lacking}${expected}`, expected, { question, lacking });
      const { found } = verdict(day, "extraction", false, speaker);
      expect(found).toMatchObject({ errorType: "ExtractionError", op: "extract-0" });
    },
  );
});
