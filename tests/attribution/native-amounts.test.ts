import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { readExpected } from "../../src/attribution/needs/expected-answer.ts";
import { eventsOf } from "../../src/text/denial/opposite-events.ts";
import { namesHearer, namesSpeaker } from "../../src/text/languages/labels/person-words.ts";
import { isNegated } from "../../src/text/polarity.ts";
import { Sentences } from "../../src/text/sentences.ts";
import { timeMentions } from "../../src/text/times.ts";
import { contentStems } from "../../src/text/words.ts";

function lengthsOf(text: string) {
  return new Sentences().of(text).flatMap((sentence) => [...sentence.lengths()]);
}

describe("native amounts, ranges and clock times", () => {
  it.each(["1960 Euro", "2012 euros", "$1998", "1985 kg", "2010元", "1950円", "2025 won"])(
    "A323 %j is an amount and no year",
    (text) => {
      expect(timeMentions(text)).toEqual([]);
      expect(readExpected([text], new Set()).times).toEqual([]);
    },
  );

  it.each(["in 1960", "im Jahr 1985", "In 2010 won she the cup"])(
    "A323 %j names a year",
    (text) => {
      expect(timeMentions(text)).toHaveLength(1);
    },
  );

  it.each([
    ["às nove e vinte e cinco", "9:25"],
    ["às oito menos um quarto", "7:45"],
    ["a las siete y treinta y cinco", "7:35"],
    ["alle otto e quaranta", "8:40"],
    ["晚上七点差十分", "18:50"],
    ["差五分八点", "7:55"],
  ])("A324 %j is %s", (text, time) => {
    expect(contentStems(text)).toContain(time);
  });

  it.each([
    ["cuatro kilos doscientos", "4,2 kilos"],
    ["um quilo e duzentos", "1,2 quilo"],
    ["zwei Kilo dreihundert", "2,3 Kilo"],
    ["un metro ochenta", "1,80 metro"],
    ["마흔두 줄", "42 줄"],
    ["二十五套", "25套"],
  ])("A324 %j equals %j", (a, b) => {
    expect(contentStems(a)).toEqual(contentStems(b));
  });

  it.each([
    ["Alu", "Aluminium"],
    ["la bici", "la bicicleta"],
    ["alla uni", "alla universität"],
  ])("A327 %j equals %j", (a, b) => {
    expect(contentStems(a)).toEqual(contentStems(b));
  });

  it.each([
    "vom 4. bis zum 22. August",
    "du 4 au 22 août",
    "dal 4 al 22 agosto",
    "del 4 al 22 de agosto",
    "do dia 4 ao dia 22 de agosto",
    "van 4 tot en met 22 augustus",
    "8月4日到22日",
    "8월 4일부터 22일까지",
  ])("A325 %j is as long as 18 or 19 days", (text) => {
    expect(lengthsOf(text)).toEqual(expect.arrayContaining([18, 19]));
  });

  it("A325 a range of clock times has a length", () => {
    expect(lengthsOf("von 9 Uhr bis 10:30 Uhr")).toEqual([1.5 / 24]);
    expect(lengthsOf("das 9h00 às 10h30")).toEqual([1.5 / 24]);
  });
});

describe("words that multiply a number", () => {
  it.each([
    ["52 mila firme", "52000"],
    ["40duizend kaartjes", "40000"],
    ["17 Tsd. Besucher", "17000"],
    ["64 тыс. рублей", "64000"],
    ["25 tisíc korun", "25000"],
    ["31 thousand tickets", "31000"],
    ["Tem 27 mil habitantes e não cresce", "27000"],
    ["46 mil euros", "46000"],
    ["4.95 million yen", "4950000"],
    ["the $4.95m deal", "4950000"],
    ["€3 bn", "3000000000"],
    ["forty-two million", "42000000"],
    ["zweihundert Millionen", "200000000"],
    ["ciento veinte millones", "120000000"],
    ["two and a half million", "2500000"],
    ["half a million", "500000"],
    ["anderthalb Millionen", "1500000"],
    ["1,2 Mio. Euro", "1200000"],
    ["dos millones y medio", "2500000"],
    ["3 mil millones de euros", "3000000000"],
    ["een miljoen", "1000000"],
    ["3,5 миллиона рублей", "3500000"],
    ["two dozen eggs", "24"],
    ["4-5 million people", "4000000"],
    ["$2 to $3 million", "2000000"],
    ["drei Dutzend Eier", "36"],
    ["une demi-douzaine d'œufs", "6"],
  ])("A381 %j has the number %s", (text, number) => {
    expect(contentStems(text)).toContain(number);
  });

  it.each([
    "Det är 5 mil till Lund",
    "Mit 50 bin ich alt",
    "1.250 mila",
    "5 m long",
    "a 100m race",
    "room 12B",
  ])("A381 %j has no such number", (text) => {
    expect(contentStems(text).filter((stem) => /000$/.test(stem) && stem !== "1000")).toEqual([]);
  });
});

describe("words with two readings", () => {
  it("A326 the Portuguese “no” means “in the”", () => {
    expect(isNegated("O meu irmão mora no Porto")).toBe(false);
    expect(isNegated("O meu irmão não mora no Porto")).toBe(true);
    expect(isNegated("Mi hermano no vive en Lugo")).toBe(true);
    expect(isNegated("There is no parking")).toBe(true);
  });

  it("A329 the Dutch “je” means “you” and the French “je” means “I”", () => {
    const [dutch, french] = ["Wil je de sleutels meenemen?", "Est-ce que je prends les clés ?"];
    expect([namesSpeaker(dutch), namesHearer(dutch)]).toEqual([false, true]);
    expect([namesSpeaker(french), namesHearer(french)]).toEqual([true, false]);
  });

  it.each([
    ["Das Konzert ist verschoben, nicht abgesagt.", "Das Konzert wurde verschoben.", "same"],
    ["花火大会、中止じゃなくて延期になりました。", "花火大会は中止になった。", "opposite"],
    ["수영은 취소된 게 아니라 미뤄졌대요.", "수영 수업은 취소되었다.", "opposite"],
    ["Al final no vendí la moto.", "Nacho decidió quedarse con la moto.", "same"],
    ["La gita è saltata.", "La gita si è tenuta.", "opposite"],
    ["No voy porque cancelaron el vuelo.", "El vuelo fue cancelado.", "same"],
  ])("A330 %j compared with %j", (one, other, result) => {
    expect(eventsOf(one)(other)).toBe(result);
  });
});

describe("an answer that names a relative", () => {
  it.each([
    ["Tiago", "a irmã do Tiago", false],
    ["Tiago", "Tiagos Schwester", false],
    ["Léa", "la sœur de Léa", false],
    ["小明", "小明的妹妹", false],
    ["Daans oma", "Daans opa", false],
    ["Ann's grandmother", "Ann's grandfather", false],
    ["도윤의 할머니", "도윤의 할아버지", false],
    ["Tom", "sein Bruder Tom", true],
    ["Tom and his sister", "Tom and his sister", true],
  ])("A332 %j is not %j", (expected, given, isRight) => {
    expect(statesWholeAnswer("Who came?", expected, given)).toBe(isRight);
  });

  it("A332 a word such as “menos” inside a clock time limits nothing", () => {
    const given = "A las siete menos veinte de la tarde.";
    expect(statesWholeAnswer("¿A qué hora sale?", "a las 18:40", given)).toBe(true);
  });
});

describe("weekdays", () => {
  it.each([
    ["on Wednesday", "on Monday", false],
    ["am Mittwoch", "am Montag", false],
    ["woensdag", "maandag", false],
    ["woensdag", "op woensdag", true],
  ])("A334 %j and %j", (expected, given, isSame) => {
    expect(statesWholeAnswer("Which day is it?", expected, given)).toBe(isSame);
  });
});

it.each([
  ["two million euros", "2 million euros"],
  ["zwei Millionen Euro", "2 Millionen Euro"],
])("A381 “%s” and “%s” have the same words", (words, digits) => {
  expect(contentStems(words)).toEqual(contentStems(digits));
});
