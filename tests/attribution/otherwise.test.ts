/** Given answers that have the words of the expected answer, but say something else. */
import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";

type Case = readonly [question: string, expected: string, given: string];

const states = ([question, expected, given]: Case) => statesWholeAnswer(question, expected, given);

const COACHED = "Who coached Piotr before the regatta?";
const SOLD = "Wer hat Jonas das Boot verkauft?";
const TALLER = "Who is taller, Vera or Milo?";
const COST = "What do the three lessons cost in total?";
const TEA = "What is Rolf's favourite soup?";
const KEY = "Where is the cellar key?";
const BROTHER = "Where does Olga's brother teach?";
const WEEKEND = "What does Nils plan for the weekend?";
const BOAT = "Does Kirsten own a boat?";
const GUITAR = "誰が直樹に料理を教えましたか？";

describe("an answer with the words of the expected answer", () => {
  it.each<Case>([
    [COACHED, "His cousin Wanda", "Piotr coached his cousin Wanda before the regatta."],
    [SOLD, "Sein Onkel Bernd", "Jonas hat das Boot seinem Onkel Bernd verkauft."],
    [
      "Chi ha regalato il libro a Sara?",
      "Suo zio Aldo",
      "Sara ha regalato il libro a suo zio Aldo.",
    ],
    [GUITAR, "祖母の和子", "直樹が祖母の和子に料理を教えました。"],
    ["누가 지수에게 우산을 빌려줬나요?", "선배 태호", "지수가 선배 태호에게 우산을 빌려줬어요."],
    ["谁把票送给了小林？", "邻居老周", "小林把票送给了邻居老周。"],
    [TALLER, "Vera", "Milo is a head taller than Vera."],
    [COST, "€90", "Each lesson costs €90."],
    [
      "What did Ida do first?",
      "She fed the hens",
      "She milked the cow, and then she fed the hens.",
    ],
  ])("A482 %s “%s” is not “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    [COACHED, "His cousin Wanda", "Piotr was coached by his cousin Wanda."],
    [COACHED, "His cousin Wanda", "His cousin Wanda coached him."],
    [SOLD, "Sein Onkel Bernd", "Das Boot wurde Jonas von seinem Onkel Bernd verkauft."],
    [SOLD, "Sein Onkel Bernd", "Sein Onkel Bernd hat Jonas das Boot verkauft."],
    [GUITAR, "祖母の和子", "祖母の和子が直樹に料理を教えました。"],
    [TALLER, "Vera", "Vera is taller than Milo."],
    [TALLER, "Vera", "Milo is shorter than Vera."],
    [COST, "€90", "The three lessons cost €90 in total."],
  ])("A482 %s “%s” is “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    [KEY, "In the toolbox", "It is in the toolbox. Correction: Ole took it to the office."],
    ["Who painted the fence?", "Tilda", "It could have been Tilda, Bo or Arne."],
    [TEA, "Leek soup", "Rolf likes tomato soup, leek soup, pea soup and borscht."],
  ])("A483 %s “%s” is not “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    [KEY, "In the toolbox", "It is in the toolbox."],
    [TEA, "Leek soup", "His favourite is leek soup, before tomato soup and borscht."],
  ])("A483 %s “%s” is “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    [
      BROTHER,
      "At a school in Turku",
      "Olga teaches at a school in Turku; her brother teaches at a college.",
    ],
    [
      "¿Qué deporte practica la hermana de Luis?",
      "Remo",
      "Luis practica remo, pero su hermana practica esgrima.",
    ],
    ["兎の名前は何ですか？", "ユキ", "亀の名前がユキで、兎の名前はソラです。"],
  ])("A484 %s “%s” is not “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    [
      BROTHER,
      "At a school in Turku",
      "Olga's brother teaches at a school in Turku; Olga teaches at a college.",
    ],
    [BROTHER, "At a school in Turku", "He teaches at a school in Turku."],
  ])("A484 %s “%s” is “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    [
      WEEKEND,
      "Sailing on Saturday and baking on Sunday",
      "Baking on Saturday and sailing on Sunday",
    ],
    [WEEKEND, "Sailing on Saturday and baking on Sunday", "On Saturday baking, on Sunday sailing"],
  ])("A485 %s “%s” is not “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it("A485 a list with its items in another order states the same", () => {
    const expected = "Sailing on Saturday and baking on Sunday";
    expect(states([WEEKEND, expected, "Baking on Sunday and sailing on Saturday"])).toBe(true);
  });

  it.each<Case>([
    [BOAT, "No", "Kirsten doesn't own a boat."],
    ["Hat Emil ein Auto?", "Nein", "Emil hat kein Auto."],
    ["Heeft Sanne een hond?", "Nee", "Sanne heeft nog geen hond; ze wacht op een puppy."],
    [
      "Which of the two desks did Ivo take?",
      "The oak desk",
      "He took the oak desk rather than the pine desk.",
    ],
  ])("A486 %s “%s” is “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    [BOAT, "Yes", "Kirsten doesn't own a boat."],
    [BOAT, "No", "Kirsten owns a boat."],
    [BOAT, "No", "I don't know whether Kirsten owns a boat."],
    [
      "Which of the two desks did Ivo take?",
      "The pine desk",
      "He took the oak desk rather than the pine desk.",
    ],
  ])("A486 %s “%s” is not “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    ["When is the interview?", "17 January (2024)", "It is on 17 January 2024."],
    ["How often do they meet?", "fortnightly", "They meet every two weeks."],
  ])("A488 %s “%s” is “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it("A488 a year in brackets does not replace the day", () => {
    const given = "Your first interview is with Kestrel on 12 January 2024.";
    expect(states(["When is the interview?", "17 January (2024)", given])).toBe(false);
  });
});
