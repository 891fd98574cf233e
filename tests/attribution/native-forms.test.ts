import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { saysUnknown } from "../../src/text/polarity.ts";
import { timeMentions } from "../../src/text/times.ts";
import { contentStems } from "../../src/text/words.ts";
import type { Language } from "./support/facts-by-language.ts";
import {
  CLOCKS,
  HALVES,
  INFLECTED,
  LARGE,
  NATIVE_TIMES,
  NO_CLOCKS,
  POLITE,
  REFUSED,
  STATING,
} from "./support/native-forms.ts";
import { SAID } from "./support/times-by-language.ts";
import { told } from "./support/told-in-language.ts";

describe("native forms of times and numbers", () => {
  it.each(CLOCKS)("A230 %j is %s", (text, time) => {
    expect(contentStems(text)).toContain(time);
  });

  it.each(NO_CLOCKS)("A230 %j is no clock time", (text) => {
    expect(contentStems(text).filter((stem) => stem.includes(":"))).toEqual([]);
  });

  it.each(NATIVE_TIMES)("A231 %j begins on %s", (text, first) => {
    const [days, ...others] = timeMentions(text).map((mention) => mention.resolve(SAID));
    expect(others).toEqual([]);
    expect(new Date((days?.first ?? 0) * 86_400_000).toISOString().slice(0, 10)).toBe(first);
  });

  it("A231 «de la mañana» is the morning and not tomorrow", () => {
    expect(timeMentions("a las nueve de la mañana")).toEqual([]);
    expect(timeMentions("mañana por la mañana")).toHaveLength(1);
  });

  it.each(LARGE)("A232 %j and %j are the same number", (words, figures) => {
    expect(contentStems(words)).toEqual(contentStems(figures));
  });

  it.each(HALVES)("A237 %j and %j are the same amount", (words, figures) => {
    expect(contentStems(words)).toEqual(contentStems(figures));
  });

  it.each(INFLECTED)("A238 %j is a form of %j", (form, base) => {
    expect(contentStems(form)).toEqual(contentStems(base));
    expect(contentStems("Louis")).toEqual(["loui"]);
  });

  it("A232 a word that only looks like a number stays a word", () => {
    expect(contentStems("mil gracias")).toContain("mil");
    expect(contentStems("Vincent's accent")).toEqual(["vincent", "accent"]);
  });

  it("A233 a measure word between number and noun does not hide the noun", () => {
    expect(contentStems("12坛黄酒")).toEqual(contentStems("12 黄酒"));
    expect(contentStems("りんごの木を72本栽培")).toContain("72");
    expect(contentStems("过八十八岁生日")).toEqual(["过", "88", "岁", "生日"]);
  });
});

describe("native forms of answers", () => {
  it.each(POLITE)("A105 %j says that the answer is unknown", (text) => {
    expect(saysUnknown(text)).toBe(true);
  });

  it.each(STATING)("A105 %j states something", (text) => {
    expect(saysUnknown(text)).toBe(false);
  });

  it.each(REFUSED)("A234 %j: «%s» supports the annotation %s", (question, said, no, yes) => {
    const chatter = ["Nora, 123"];
    const fact = { said, kept: said, lacking: "…", changed: "…", question, expected: no };
    const language: Language = {
      ...{ speaker: "Nora", chatter, unknown: "?" },
      facts: [{ ...fact, right: no, wrong: yes }],
    };
    const { graph, failed } = told(language, 0, "response");
    expect(attribute(graph, failed)).toMatchObject({ errorType: "ResponseError", op: "answer" });
  });

  it("A235 a name without its title is the same person; another title is another person", () => {
    const question = "Who rents the flat?";
    expect(statesWholeAnswer(question, "Mrs Roth", "Roth")).toBe(true);
    expect(statesWholeAnswer(question, "Frau Roth", "Herr Roth")).toBe(false);
  });
});

describe("speakers whose names have accents", () => {
  it.each([
    [
      "Rocío",
      "Iván",
      "I cannot eat prawns.",
      "Rocío cannot eat prawns.",
      "Iván cannot eat prawns.",
    ],
    [
      "서연",
      "민준",
      "저는 새우를 못 먹어요.",
      "서연은 새우를 못 먹는다.",
      "민준은 새우를 못 먹는다.",
    ],
  ])("A236 a unit about %s is not about %s", (speaker, other, said, kept, lacking) => {
    const language: Language = {
      ...{ speaker, chatter: [`${other}, 1`], unknown: "I do not know." },
      facts: [
        {
          ...{ said, kept, lacking, changed: lacking, right: "prawns", wrong: "nuts" },
          ...(speaker === "Rocío"
            ? { question: "What can Rocío not eat?", expected: "prawns" }
            : { question: "서연은 무엇을 못 먹나요?", expected: "새우" }),
        },
      ],
    };
    const { graph, failed } = told(language, 0, "extraction", other);
    expect(attribute(graph, failed)).toMatchObject({ errorType: "ExtractionError" });
  });
});
