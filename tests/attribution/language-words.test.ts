import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf } from "../../src/text/calendar.ts";
import { durations } from "../../src/text/durations.ts";
import { isNegated, polarityOf, saysUnknown } from "../../src/text/polarity.ts";
import { timeMentions } from "../../src/text/times.ts";
import { allStems, contentStems } from "../../src/text/words.ts";

/** The day of the messages: a Wednesday. */
const SAID = dayOf(2024, 4, 8);

/** Answers that affirm. */
const YES = [
  "Yes.",
  "Yes, she does.",
  "Ja.",
  "Ja, das tut sie.",
  "Sí.",
  "Sí, claro.",
  "Oui.",
  "Oui, bien sûr.",
  "Sì.",
  "Sì, certo.",
  "Sim.",
  "Sim, claro.",
  "Ja.",
  "Ja, zeker.",
  "是的。",
  "会。",
  "はい。",
  "はい、食べます。",
  "네.",
  "네, 먹어요.",
];
/** Answers that deny. */
const NO = [
  "No.",
  "No, she doesn't.",
  "Nein.",
  "Nein, das tut sie nicht.",
  "No.",
  "No, no come pescado.",
  "Non.",
  "Non, elle n'en mange pas.",
  "No.",
  "No, non mangia pesce.",
  "Não.",
  "Não, ela não come peixe.",
  "Nee.",
  "Nee, ze eet geen vis.",
  "不是。",
  "没有。",
  "いいえ。",
  "いいえ、食べません。",
  "아니요.",
  "아니요, 안 먹어요.",
];
/** Statements that deny something. */
const DENIED = [
  "She does not eat fish.",
  "She never eats fish.",
  "Sie isst keinen Fisch.",
  "Sie isst nie Fisch.",
  "No come pescado.",
  "Nunca come pescado.",
  "Elle ne mange pas de poisson.",
  "Elle ne mange jamais de poisson.",
  "Non mangia pesce.",
  "Non mangia mai pesce.",
  "Ela não come peixe.",
  "Ela nunca come peixe.",
  "Ze eet geen vis.",
  "Ze eet nooit vis.",
  "她不吃鱼。",
  "她从不吃鱼。",
  "彼女は魚を食べません。",
  "彼女は魚を食べない。",
  "그녀는 생선을 먹지 않아요.",
  "그녀는 생선을 안 먹어요.",
];
/** Statements that deny nothing. */
const AFFIRMED = [
  "She eats fish.",
  "She loves fish.",
  "Sie isst Fisch.",
  "Sie mag Fisch sehr.",
  "Come pescado.",
  "Le encanta el pescado.",
  "Elle mange du poisson.",
  "Elle adore le poisson.",
  "Mangia pesce.",
  "Adora il pesce.",
  "Ela come peixe.",
  "Ela adora peixe.",
  "Ze eet vis.",
  "Ze is dol op vis.",
  "她吃鱼。",
  "她很喜欢吃鱼。",
  "彼女は魚を食べます。",
  "彼女は魚が大好きです。",
  "그녀는 생선을 먹어요.",
  "그녀는 생선을 좋아해요.",
];
/** Answers that say that the answer is unknown. */
const UNKNOWN = [
  "I don't know.",
  "There is no information about that.",
  "That was not mentioned.",
  "Unknown.",
  "Ich weiß es nicht.",
  "Dazu gibt es keine Informationen.",
  "Das wurde nicht erwähnt.",
  "Unbekannt.",
  "No lo sé.",
  "No hay información sobre eso.",
  "No se menciona.",
  "Desconocido.",
  "Je ne sais pas.",
  "Il n'y a aucune information à ce sujet.",
  "Ce n'est pas mentionné.",
  "Inconnu.",
  "Non lo so.",
  "Non ci sono informazioni al riguardo.",
  "Non è stato menzionato.",
  "Sconosciuto.",
  "Não sei.",
  "Não há informações sobre isso.",
  "Não foi mencionado.",
  "Desconhecido.",
  "Ik weet het niet.",
  "Daar is geen informatie over.",
  "Dat is niet vermeld.",
  "Onbekend.",
  "我不知道。",
  "没有相关信息。",
  "没有提到。",
  "未知",
  "わかりません。",
  "それについての情報はありません。",
  "言及されていません。",
  "不明",
  "모르겠습니다.",
  "그에 대한 정보가 없습니다.",
  "언급되지 않았습니다.",
  "알 수 없음",
];
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
/** A time expression and its first day. */
const TIMES = [
  ["the day before yesterday", "2024-05-06"],
  ["three days ago", "2024-05-05"],
  ["last year", "2023-01-01"],
  ["two weeks ago", "2024-04-20"],
  ["next week", "2024-05-09"],
  ["gestern", "2024-05-07"],
  ["vorgestern", "2024-05-06"],
  ["letzten Freitag", "2024-05-03"],
  ["vor drei Tagen", "2024-05-05"],
  ["letzten Monat", "2024-04-01"],
  ["morgen", "2024-05-09"],
  ["am 3. Mai 2024", "2024-05-03"],
  ["letztes Jahr", "2023-01-01"],
  ["vor zwei Wochen", "2024-04-20"],
  ["nächste Woche", "2024-05-09"],
  ["ayer", "2024-05-07"],
  ["anteayer", "2024-05-06"],
  ["el viernes pasado", "2024-05-03"],
  ["hace tres días", "2024-05-05"],
  ["el mes pasado", "2024-04-01"],
  ["mañana", "2024-05-09"],
  ["el 3 de mayo de 2024", "2024-05-03"],
  ["el año pasado", "2023-01-01"],
  ["hace dos semanas", "2024-04-20"],
  ["la próxima semana", "2024-05-09"],
  ["hier soir", "2024-05-07"],
  ["avant-hier", "2024-05-06"],
  ["vendredi dernier", "2024-05-03"],
  ["il y a trois jours", "2024-05-05"],
  ["le mois dernier", "2024-04-01"],
  ["demain", "2024-05-09"],
  ["le 3 mai 2024", "2024-05-03"],
  ["l'année dernière", "2023-01-01"],
  ["il y a deux semaines", "2024-04-20"],
  ["la semaine prochaine", "2024-05-09"],
  ["ieri", "2024-05-07"],
  ["l'altro ieri", "2024-05-06"],
  ["venerdì scorso", "2024-05-03"],
  ["tre giorni fa", "2024-05-05"],
  ["il mese scorso", "2024-04-01"],
  ["domani", "2024-05-09"],
  ["il 3 maggio 2024", "2024-05-03"],
  ["l'anno scorso", "2023-01-01"],
  ["due settimane fa", "2024-04-20"],
  ["la prossima settimana", "2024-05-09"],
  ["ontem", "2024-05-07"],
  ["anteontem", "2024-05-06"],
  ["na sexta-feira passada", "2024-05-03"],
  ["há três dias", "2024-05-05"],
  ["no mês passado", "2024-04-01"],
  ["amanhã", "2024-05-09"],
  ["em 3 de maio de 2024", "2024-05-03"],
  ["no ano passado", "2023-01-01"],
  ["há duas semanas", "2024-04-20"],
  ["na próxima semana", "2024-05-09"],
  ["gisteren", "2024-05-07"],
  ["eergisteren", "2024-05-06"],
  ["afgelopen vrijdag", "2024-05-03"],
  ["drie dagen geleden", "2024-05-05"],
  ["vorige maand", "2024-04-01"],
  ["morgen", "2024-05-09"],
  ["3 mei 2024", "2024-05-03"],
  ["vorig jaar", "2023-01-01"],
  ["twee weken geleden", "2024-04-20"],
  ["volgende week", "2024-05-09"],
  ["昨天", "2024-05-07"],
  ["前天", "2024-05-06"],
  ["上周五", "2024-05-03"],
  ["三天前", "2024-05-05"],
  ["上个月", "2024-04-01"],
  ["明天", "2024-05-09"],
  ["2024年5月3日", "2024-05-03"],
  ["去年", "2023-01-01"],
  ["两周前", "2024-04-20"],
  ["下周", "2024-05-09"],
  ["昨日", "2024-05-07"],
  ["一昨日", "2024-05-06"],
  ["先週の金曜日", "2024-05-03"],
  ["三日前", "2024-05-05"],
  ["先月", "2024-04-01"],
  ["明日", "2024-05-09"],
  ["2024年5月3日", "2024-05-03"],
  ["去年", "2023-01-01"],
  ["2週間前", "2024-04-20"],
  ["来週", "2024-05-09"],
  ["어제", "2024-05-07"],
  ["그저께", "2024-05-06"],
  ["지난주 금요일", "2024-05-03"],
  ["3일 전", "2024-05-05"],
  ["지난달", "2024-04-01"],
  ["내일", "2024-05-09"],
  ["2024년 5월 3일", "2024-05-03"],
  ["작년", "2023-01-01"],
  ["2주 전", "2024-04-20"],
  ["다음 주", "2024-05-09"],
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

/**
 * Texts without a denial: a word of denial is part of another word, or means something else in
 * another language.
 */
const NOT_DENIED = [
  "未来的计划",
  "这家店不错",
  "少ない",
  "Vi racconto di maggio.",
  "集安市",
  "안녕하세요",
];
const SHARED = [
  ["Once I saw an otto engine, due on Monday.", ["saw", "otto", "engin", "due", "monday"]],
  ["The cent was in the quince jar.", ["cent", "quinc", "jar"]],
  ["J'ai seize ans et dix-sept cousins.", ["16", "ans", "17", "cousin"]],
] as const;

describe("words of ten languages", () => {
  it.each(YES)("A105 %j affirms", (text) => {
    expect(polarityOf(text)).toBe("yes");
  });

  it.each(NO)("A105 %j denies", (text) => {
    expect(polarityOf(text)).toBe("no");
  });

  it.each(DENIED)("A105 %j denies something", (text) => {
    expect(isNegated(text)).toBe(true);
  });

  it.each([...AFFIRMED, ...NOT_DENIED])("A105 %j denies nothing", (text) => {
    expect(isNegated(text)).toBe(false);
    expect(saysUnknown(text)).toBe(false);
  });

  it.each(UNKNOWN)("A105 %j says that the answer is unknown", (text) => {
    expect(saysUnknown(text)).toBe(true);
    expect(polarityOf(text)).toBeUndefined();
  });

  it.each(NUMBERS)("A106 %j and %j are the same number", (words, figures) => {
    expect(contentStems(words)).toEqual(contentStems(figures));
  });

  it.each(SHARED)("A106 %j: words that languages share count in their own one", (text, stems) => {
    const said = contentStems(text).filter((stem) => stem !== "on" && stem !== "1");
    expect(said).toEqual(stems);
  });

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

  it("A108 function words of the text's language are no content words", () => {
    expect(contentStems("Nora hat das Fahrrad auf dem Markt gekauft")).not.toContain("dem");
    expect(contentStems("L'avion de l'oncle")).toEqual(contentStems("avion oncle"));
    expect(contentStems("el perro de la vecina")).toEqual(["perro", "vecina"]);
    expect(contentStems("She bought a hat and a die")).toContain("hat");
  });

  it("A108 Korean particles and Japanese scripts do not hide a word", () => {
    expect(contentStems("학교에서")).toEqual(contentStems("학교를"));
    expect(contentStems("緑です")).toContain("緑");
    expect(contentStems("12마리")).toEqual(contentStems("열두 마리"));
  });

  it("A109 any mixture of languages, emoji, tables and code is read without an error", () => {
    const known = [...YES, ...NO, ...DENIED, ...UNKNOWN, ...TIMES.map(([text]) => text)];
    const piece = fc.oneof(
      fc.constantFrom(...known),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("🎉👩‍👩‍👧", "| a | b |", "if (x) { y(); }", "12.5k", "٣", "平成三年"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(" ");
        expect(allStems(text).length).toBeGreaterThanOrEqual(contentStems(text).length);
        for (const days of timeMentions(text).flatMap((each) => each.resolve(SAID) ?? []))
          expect(days.first).toBeLessThanOrEqual(days.last);
        for (const { days } of durations(text)) expect(days).toBeGreaterThanOrEqual(0);
        expect(typeof (isNegated(text) || saysUnknown(text))).toBe("boolean");
      }),
    );
  });
});
