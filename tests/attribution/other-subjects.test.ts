import { describe, expect, it } from "vitest";
import { verdictOn } from "./support/one-question.ts";

type Case = readonly [question: string, message: string, expected: string, answer: string];

const LAMPE = [
  "Combien a coûté le tapis ?",
  "La lampe a coûté 120 euros et le tapis 75 euros.",
  "75 euros",
] as const;
const CORSO = [
  "Quanto dura la gita?",
  "Il corso dura due settimane e la gita quattro settimane.",
  "quattro settimane",
] as const;
const JOAO = [
  "Quanto pagou a Rita?",
  "O Bruno pagou 18 euros e a Rita pagou 44 euros.",
  "44 euros",
] as const;
const SOFA = [
  "How much was the mirror?",
  "The sofa cost 610 euros and the mirror 95 euros.",
  "95 euros",
] as const;
const ZUG = ["Wann fährt der Bus?", "Der Zug fährt um 8:20 und der Bus um 9:45.", "9:45"] as const;

describe("two subjects with two quantities in one sentence", () => {
  it.each<Case>([
    [...LAMPE, "La lampe a coûté 75 euros."],
    [...CORSO, "La gita dura due settimane e il corso quattro settimane."],
    [...JOAO, "O Bruno pagou 44 euros."],
    [...SOFA, "The sofa cost 95 euros."],
    [...ZUG, "Der Zug fährt um 9:45."],
  ])("A431 «%s», «%s»: the answer gives «%s» for the other subject: «%s»", (...told) => {
    const [question, message, wanted, answer] = told;
    const verdict = verdictOn({ question, message, expected: wanted, answer });
    expect(verdict).toMatchObject({ errorType: "ResponseError", op: "an" });
  });

  it.each<Case>([
    [...LAMPE, "Il a coûté 75 euros."],
    [...LAMPE, "Le tapis a coûté 75 euros."],
    [...CORSO, "La gita dura quattro settimane e il corso due settimane."],
    [...JOAO, "A Rita pagou 44 euros."],
    [...SOFA, "It cost 95 euros."],
    [...ZUG, "Um 9:45."],
  ])("A431 «%s», «%s»: the answer gives «%s» for the right subject: «%s»", (...told) => {
    const [question, message, wanted, answer] = told;
    const verdict = verdictOn({ question, message, expected: wanted, answer });
    expect(verdict).toMatchObject({ errorType: "JudgeError" });
  });
});
