/** Measures, scores, names, days and hours that the two answers write in different forms. */
import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { inClockTimes } from "../../src/text/clock-times.ts";
import { exactDurations } from "../../src/text/durations.ts";
import { contentStems } from "../../src/text/words.ts";

const MEASURE = "How long is the hose?";
const SCORE = "What was the score?";
const PERSON = "Who runs the first aid post?";
const PLACE = "Where was it made?";
const DAY = "When is it?";
const HOURS = "When do they meet?";
const DOSE = "What is the dose?";
const PRICE = "How much is a ticket?";

type Case = readonly [question: string, expected: string, given: string];

const states = ([question, expected, given]: Case) => statesWholeAnswer(question, expected, given);

describe("two answers with the same value", () => {
  it.each<Case>([
    [MEASURE, "150 cm", "It's one and a half metres long."],
    [MEASURE, "1.5 m", "150 centimetres"],
    ["How much did they collect?", "uma tonelada e meia", "Juntaram-se 1500 kg, um recorde."],
    ["How heavy is it?", "1500 g", "1.5 kilos"],
    ["¿Cuánto mide?", "2 metros", "200 cm"],
  ])("A468 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    [SCORE, "3-1", "We won 3:1."],
    [SCORE, "3-1", "It ended 3 to 1."],
    ["What is the ratio?", "1:3", "1 to 3"],
  ])("A469 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    [PLACE, "United Kingdom", "In the UK."],
    [PLACE, "UK", "in the United Kingdom"],
    [PLACE, "New York City", "N.Y.C."],
    ["Who is the treasurer?", "Hanna Weber", "Dr. Weber is the new treasurer."],
    ["Who won, Ana or Bea?", "Bea", "It was Bea who won, not Ana."],
    [PERSON, "Yusuf", "The post is covered, with Yusuf on duty."],
  ])("A470 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    ["¿Cuándo es?", "5 de mayo", "El 05/05."],
    ["Quando é?", "12 de março", "12/03"],
    ["Wanneer is het?", "2 juni", "02/06"],
    [DAY, "23 March", "03/23"],
    [DAY, "Monday, Wednesday, Friday", "On Fri, Mon and Wed."],
    ["Which century?", "18th century", "The eighteenth century."],
  ])("A471 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    [HOURS, "16:00-18:00", "From 4 to 6 pm."],
    [HOURS, "16:00-18:00", "from four to six in the afternoon"],
    [HOURS, "9:00-11:00", "9-11am"],
    ["¿Cuándo quedan?", "16:00-18:00", "de 4 a 6 de la tarde"],
    ["届く時間帯は？", "13時〜15時", "9日の土曜日、午後1時から午後3時です。"],
    ["When does it leave?", "14:30", "It leaves at 14:30 from door 6."],
  ])("A472 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    [DOSE, "20 mg two times a day", "20mg, 2x/day"],
    [DOSE, "20 mg twice a day", "20 mg every 12 hours"],
    [PRICE, "12.50 euros", "12 euros 50."],
    ["What is the discount?", "15 percent", "15 per cent off"],
    ["How fast is it?", "60 km/h", "60 kilometres per hour"],
    ["How much milk?", "1.5 litres", "1½ litres"],
    ["How many people complained?", "0", "None."],
    ["Wie viele waren da?", "0", "Keiner."],
    ["有多少人？", "15人", "15个人"],
    ["What is the room number?", "B12", "Room B 12."],
  ])("A464 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    ["Did the parcel arrive?", "No", "Not yet."],
    ["Ist das Paket da?", "Nein", "Noch nicht."],
    ["¿Ha llegado?", "No", "Todavía no."],
  ])("A473 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(true);
  });
});

describe("shorter and longer answers", () => {
  it.each<Case>([
    ["Where is the retreat held?", "Bergen (Norway)", "The retreat is in Bergen."],
    ["Who is picking up the kids?", "Margaret (Peg)", "Margaret is picking them up."],
    ["Wo findet es statt?", "in Graz (Österreich)", "Es findet in Graz statt."],
  ])("A477 %s “%s” and “%s” name the same person or place", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each<Case>([
    ["Where is it?", "Paris (Texas)", "In Paris, France."],
    ["Where is it?", "York (England)", "In New York."],
    ["Where did they go?", "Rome, Naples", "To Rome."],
    ["Who coaches?", "Peter Meyer", "Training is at 5 PM."],
    ["Who is it?", "Hanna Weber", "Mr. Weber"],
    ["Who leads it?", "Hanna Weber", "Dr. Weber-Klein leads it."],
    ["Where is the retreat held?", "Bergen, Norway", "In Oslo, Norway."],
    ["Who is it?", "Nathalie Garnier", "Mme Lefèvre"],
  ])("A477 %s “%s” and “%s” name different ones", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    ["In which order do they speak?", "Nadia, Ben, Yusuf", "Yusuf first, then Ben, last Nadia."],
    ["What was the result?", "9 in favour and 4 against", "4 in favour and 9 against"],
    ["When is it closed?", "23 December to 2 January", "It is closed from 23 December."],
    ["By when must I register?", "by 15 March", "You can register from 15 March on."],
    ["De combien ont augmenté les ventes ?", "8 %", "Les ventes ont baissé de 8 %."],
    ["Does she owe money?", "No, she has paid", "Yes, she hasn't paid the fee yet."],
    ["Which reviewer gave the best score?", "reviewer C", "Reviewer A, with 5.5."],
  ])("A478 %s “%s” and “%s” are different", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    ["In which order do they speak?", "Nadia, Ben, Yusuf", "Nadia, then Ben, then Yusuf."],
    ["What did she order?", "olives and onions", "Onions and olives."],
    ["When is it closed?", "23 December to 2 January", "From Dec 23 until Jan 2."],
    ["When was it sent?", "2026-03-12", "It was sent on 12 March 2026."],
    ["How long?", "5个月", "五个月"],
    ["What is the limit?", "up to 25 MB", "at most 25 MB"],
    ["얼마나 자주?", "일주일에 세 번", "주 3회 운동합니다."],
  ])("A478 %s “%s” and “%s” are the same", (...answers) => {
    expect(states(answers)).toBe(true);
  });

  it.each([
    ["6:15 Uhr", "Der Bus geht um Viertel nach sechs in der Früh", "Um 18:15 Uhr.", false],
    ["6:15 Uhr", "Der Bus geht um Viertel nach sechs in der Früh", "Um 6:15 Uhr.", true],
    ["9:00", "Abre a las 9 de la mañana", "A las 9 de la noche.", false],
    ["8:30", "We start at half past eight in the evening", "At 20:30.", true],
    ["8:30", "We start at half past eight", "At 20:30.", true],
  ])("A479 for “%s” and the message “%s”, “%s” is right: %s", (expected, text, given, isRight) => {
    expect(statesWholeAnswer("When?", expected, given, [text])).toBe(isRight);
  });
});

describe("two answers with different values", () => {
  it.each<Case>([
    [MEASURE, "150 cm", "1.05 m"],
    [MEASURE, "150 cm", "1.5 km"],
    ["How heavy is it?", "1500 g", "150 g"],
    [MEASURE, "5 m", "5 l"],
    ["How large is it?", "20 m²", "2000 cm²"],
    ["How heavy is it?", "1,500 kg", "1.5 kg"],
  ])("A468 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    [SCORE, "3-1", "We won 1-3."],
    [SCORE, "3-1", "3-2"],
    ["What is the ratio?", "1:3", "3:1"],
    ["What grade did she get?", "B+", "B"],
    ["What grade did she get?", "B", "B+"],
    [SCORE, "3-1", "4-2 after 3-1"],
    ["What is his blood group?", "O negative", "O positive"],
  ])("A469 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    ["Who is the treasurer?", "Hanna Weber", "Dr. Paul Weber"],
    [PLACE, "United Kingdom", "In the USA."],
    [PERSON, "Yusuf", "Marloes runs the first aid post, with Yusuf as backup."],
    ["Wie bemant de EHBO-post?", "Yusuf", "Marloes bemant de EHBO-post, met Yusuf als reserve."],
    ["Who won, Ana or Bea?", "Ana", "It was Bea who won, not Ana."],
    ["Who came?", "Ana, not Bert", "Ana and Bert"],
  ])("A470 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    ["¿Cuándo es?", "5 de mayo", "05/06"],
    ["Quando é?", "12 de março", "03/12"],
    [DAY, "4 March", "03/04"],
    [DAY, "tomorrow", "2/1"],
    ["Wann war es?", "5. März", "Es endete 5-3."],
    ["Which century?", "18th century", "the nineteenth century"],
  ])("A471 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    [HOURS, "16:00-18:00", "From 4 to 6 am."],
    [HOURS, "16:00-18:00", "from 3 to 6 pm"],
    [HOURS, "9:00-17:00", "from 9 pm to 5 pm"],
    ["When does it leave?", "14:30", "It leaves at 14:30 or 15."],
  ])("A472 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });

  it.each<Case>([
    [DOSE, "20 mg two times a day", "20 mg once a day"],
    [DOSE, "20 mg twice a day", "20 mg every 8 hours"],
    [PRICE, "8 pounds", "$8"],
    ["How many people complained?", "0", "Nobody knows."],
    ["Who designed it?", "Sun", "Sunday"],
    ["Which version?", "v2.10", "2.1"],
    ["Which code?", "B13", "B1-3"],
    ["What is the room number?", "B12", "Room B 1."],
  ])("A464 %s “%s” and “%s”", (...answers) => {
    expect(states(answers)).toBe(false);
  });
});

describe("words and durations", () => {
  it.each([
    ["L-50,Lidl pickup,Rosa,14:30", ["14:30", "rosa"]],
    ['{"at":"2024-05-22T09:20"}', ["9:20", "22"]],
  ])("A474 the words of %s include %j", (text, expected) => {
    const stems = contentStems(text);
    for (const stem of expected) expect(stems).toContain(stem);
  });

  it.each([
    ["harvested after 36 h", 1.5],
    ["takes 48hrs", 2],
    ["3 wks", 21],
    ["5 yrs", 1826.25],
  ])("A475 “%s” is a duration of %d days", (text, days) => {
    expect(exactDurations(text).map((each) => each.days)).toEqual([days]);
  });

  it.each(["Rendez-vous à 18 h.", "Bahnhofstraße 45 H", "Ring street 36 h", "file 2day.txt"])(
    "A475 “%s” has no duration",
    (text) => {
      expect(exactDurations(text)).toEqual([]);
    },
  );

  it.each([
    ["It leaves at five to six in the evening.", "17:55"],
    ["May 4 - 6 pm", "18:00"],
    ["from 5 to 6 pm", "17:00 to 18:00"],
  ])("A472 “%s” has the time %s", (text, time) => {
    const times = inClockTimes(text).match(/\d+:\d\d/g);
    expect(times?.join(" to ")).toBe(time);
  });
});
