import { describe, expect, it } from "vitest";
import { durations } from "../../src/text/durations.ts";
import { timeMentions } from "../../src/text/times.ts";
import { contentStems } from "../../src/text/words.ts";
import { SAID, TIMES } from "./support/times-by-language.ts";

/** A number in words, and the same number in digits. */
const NUMBERS = [
  ["four cats", "4 cats"],
  ["twenty-one", "21"],
  ["vier Katzen", "4 Katzen"],
  ["zwölf", "12"],
  ["einundzwanzig", "21"],
  ["hundert", "100"],
  ["cuatro gatos", "4 gatos"],
  ["doce", "12"],
  ["veintiuno", "21"],
  ["cien", "100"],
  ["quatre chats", "4 chats"],
  ["douze", "12"],
  ["vingt et un", "21"],
  ["cent", "100"],
  ["quattro gatti", "4 gatti"],
  ["dodici", "12"],
  ["ventuno", "21"],
  ["cento", "100"],
  ["quatro gatos", "4 gatos"],
  ["doze", "12"],
  ["vinte e um", "21"],
  ["cem", "100"],
  ["vier katten", "4 katten"],
  ["twaalf", "12"],
  ["eenentwintig", "21"],
  ["honderd", "100"],
  ["四只猫", "4只猫"],
  ["十二", "12"],
  ["二十一", "21"],
  ["一百", "100"],
  ["四匹の猫", "4匹の猫"],
  ["十二", "12"],
  ["二十一", "21"],
  ["百", "100"],
  ["고양이 네 마리", "고양이 4 마리"],
  ["열두", "12"],
  ["스물한", "21"],
  ["백", "100"],
] as const;
/** A duration in days. */
const DURATIONS = [
  ["two weeks", 14],
  ["drei Jahre", 1096],
  ["zwei Wochen", 14],
  ["tres años", 1096],
  ["dos semanas", 14],
  ["trois ans", 1096],
  ["deux semaines", 14],
  ["tre anni", 1096],
  ["due settimane", 14],
  ["três anos", 1096],
  ["duas semanas", 14],
  ["drie jaar", 1096],
  ["twee weken", 14],
  ["三年", 1096],
  ["两周", 14],
  ["三年間", 1096],
  ["2週間", 14],
  ["3년", 1096],
  ["2주", 14],
] as const;
const SHARED = [
  ["Once I saw an otto engine, due on Monday.", ["saw", "otto", "engin", "due", "monday"]],
  ["The cent was in the quince jar.", ["cent", "quinc", "jar"]],
  ["J'ai seize ans et dix-sept cousins.", ["16", "ans", "17", "cousin"]],
] as const;

describe("numbers, times and durations in ten languages", () => {
  it.each(NUMBERS)("A106 %j and %j are the same number", (words, figures) => {
    expect(contentStems(words)).toEqual(contentStems(figures));
  });

  it.each(SHARED)(
    "A106 %j: a number word of several languages counts in the language of its text",
    (text, stems) => {
      const said = contentStems(text).filter((stem) => stem !== "on" && stem !== "1");
      expect(said).toEqual(stems);
    },
  );

  it.each(TIMES)("A107 %j begins on %s", (text, first) => {
    const [days, ...others] = timeMentions(text).map((mention) => mention.resolve(SAID));
    expect(others).toEqual([]);
    expect(new Date((days?.first ?? 0) * 86_400_000).toISOString().slice(0, 10)).toBe(first);
  });

  it.each(DURATIONS)("A107 %j lasts about %d days", (text, days) => {
    const [duration, ...others] = durations(text);
    expect(others).toEqual([]);
    expect(Math.abs((duration?.days ?? 0) - days)).toBeLessThan(0.02 * days);
  });
});
