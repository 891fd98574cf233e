/** Values that the expected and the given answer write in different forms. */
import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";

const AMOUNT = "How much is it?";
const OFTEN = "How often does she swim?";
const LONG = "How long does it take?";
const AUDIT = "When is the audit?";
const CLOCK = "By when must the car be charged?";

describe("values in other forms", () => {
  it.each([
    [AMOUNT, "4.95 million yen", "The quote is ¥4,950,000."],
    [AMOUNT, "2 Mio. €", "zwei Millionen Euro"],
    [AMOUNT, "25 millions", "vingt-cinq millions"],
    [AMOUNT, "2-3 million euros", "between 2 and 3 million euros"],
    [AMOUNT, "3 to 5 million", "between 3 million and 5 million"],
    [AMOUNT, "$2-3 million", "2-3 million dollars"],
    [AMOUNT, "2 à 3 millions d'euros", "entre 2 millions et 3 millions d'euros"],
    [AMOUNT, "$3m", "US$3m"],
    [AMOUNT, "2 to 3 million", "two to three million"],
    [AMOUNT, "$1,500 million", "$1500 million"],
    [AMOUNT, "300万元", "3,000,000元"],
  ])("A381 %s “%s” and “%s” are the same value", (question, expected, given) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(true);
  });

  it.each([
    [AMOUNT, "$2.5m", "2.5 billion dollars"],
    [AMOUNT, "2 million euros", "2 euros"],
  ])("A381 %s “%s” and “%s” are different values", (question, expected, given) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(false);
  });

  it.each([
    [AUDIT, "End of the third quarter", "By the end of Q3."],
    [AUDIT, "Q3 2024", "the third quarter of 2024"],
    [AUDIT, "Q3 2024", "2024 Q3"],
    [OFTEN, "every two days", "Every second day."],
    [OFTEN, "every 3 weeks", "every third week"],
    [OFTEN, "two times per week", "Twice weekly."],
    ["What is the number?", "0301234567", "030-123 45 67"],
    ["What is the plate?", "B-MX 4411", "It is BMX4411."],
    ["얼마예요?", "25,000원", "2만 5천 원입니다."],
  ])("A464 %s “%s” and “%s” are the same value", (question, expected, given) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(true);
  });

  it.each([
    [AMOUNT, "1.8 m", "18 cm"],
    [AUDIT, "Q2 2025", "Q3 2025"],
    ["How many came?", "10-20", "1020 people came"],
    ["When does it start?", "12 PM", "1-2 PM"],
    [AMOUNT, "25mg", "2-5mg"],
    [AUDIT, "1-12-2024", "11-2-2024"],
    ["When does it start?", "10:30", "It starts in room 1030"],
    [AMOUNT, "500 g", "500 ml"],
    [AMOUNT, "3 m", "3 minutes"],
    [AMOUNT, "12.50", "1250"],
    [AMOUNT, "1250", "12.50"],
    ["What is the code?", "AB-1234", "AB-1243"],
    [OFTEN, "every other week", "every three weeks"],
    [OFTEN, "three times a week", "three times a month"],
  ])("A464 %s “%s” and “%s” are different values", (question, expected, given) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(false);
  });

  it.each([
    [LONG, "two weeks", "Within 14 days after he hands the kettle in."],
    [LONG, "a fortnight", "In two weeks."],
    ["Wie lange dauert es?", "zwei Wochen", "innerhalb von 14 Tagen"],
  ])("A465 %s “%s” and “%s” are the same value", (question, expected, given) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(true);
  });

  it.each([
    [LONG, "two weeks", "It began two weeks ago."],
    [LONG, "two weeks", "It ends two weeks before the fair."],
    [LONG, "two weeks", "in two months"],
    ["How long is the course?", "three months", "The course starts in three months."],
    ["How long did she live there?", "3 years", "She moved there 3 years later."],
  ])("A465 %s “%s” and “%s” are different values", (question, expected, given) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(false);
  });

  it.each([
    [CLOCK, "a quarter to seven", "It has to be at 80 percent by 6:45."],
    ["When does it start?", "12:00", "At midday."],
  ])("A466 %s “%s” and “%s” are the same value", (question, expected, given) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(true);
  });

  it.each([
    [CLOCK, "6:45", "At 6:54, gate 45"],
    [CLOCK, "18:00", "between 18:00 and 19"],
    ["Which gate and when?", "gate 12 at 6:45", "gate 13 at 6:45"],
  ])("A466 %s “%s” and “%s” are different values", (question, expected, given) => {
    expect(statesWholeAnswer(question, expected, given)).toBe(false);
  });
});
