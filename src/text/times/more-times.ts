/**
 * Frequent time expressions that the runtime's locale data does not have. The value of an
 * expression says how far the time is from the day on which the text was written. For example,
 * `[-2, "day"]` means two days earlier.
 */
export const MORE_TIMES: Readonly<
  Record<
    string,
    Readonly<Record<string, readonly [number, "day" | "week" | "month" | "year" | "weekend"]>>
  >
> = {
  es: {
    ...{
      "fin de semana pasado": [-1, "weekend"],
      "pasado fin de semana": [-1, "weekend"],
      "último fin de semana": [-1, "weekend"],
    },
    ...{
      "próximo fin de semana": [1, "weekend"],
      "fin de semana que viene": [1, "weekend"],
      "este fin de semana": [0, "weekend"],
      antier: [-2, "day"],
    },
    ...{ anoche: [-1, "day"], anteanoche: [-2, "day"], "esta mañana": [0, "day"] },
    ...{
      "semana que viene": [1, "week"],
      "mes que viene": [1, "month"],
      "año que viene": [1, "year"],
    },
  },
  fr: {
    ...{
      "week-end dernier": [-1, "weekend"],
      "weekend dernier": [-1, "weekend"],
      "dernier week-end": [-1, "weekend"],
    },
    ...{
      "week-end prochain": [1, "weekend"],
      "prochain week-end": [1, "weekend"],
      "ce week-end": [0, "weekend"],
    },
    ...{ "hier soir": [-1, "day"], "hier matin": [-1, "day"], "ce matin": [0, "day"] },
    ...{ "ce soir": [0, "day"], "an dernier": [-1, "year"], "an prochain": [1, "year"] },
  },
  it: {
    ...{
      "scorso fine settimana": [-1, "weekend"],
      "fine settimana scorso": [-1, "weekend"],
      "scorso weekend": [-1, "weekend"],
      "weekend scorso": [-1, "weekend"],
    },
    ...{
      "prossimo fine settimana": [1, "weekend"],
      "fine settimana prossimo": [1, "weekend"],
      "questo fine settimana": [0, "weekend"],
    },
    ...{
      "scorsa settimana": [-1, "week"],
      "prossima settimana": [1, "week"],
      stamattina: [0, "day"],
    },
    ...{ "scorso mese": [-1, "month"], "prossimo mese": [1, "month"], stasera: [0, "day"] },
    ...{ "scorso anno": [-1, "year"], "prossimo anno": [1, "year"] },
  },
  pt: {
    ...{
      "fim de semana passado": [-1, "weekend"],
      "fim-de-semana passado": [-1, "weekend"],
      "último fim de semana": [-1, "weekend"],
    },
    ...{
      "próximo fim de semana": [1, "weekend"],
      "fim de semana que vem": [1, "weekend"],
      "este fim de semana": [0, "weekend"],
    },
    ...{ "semana que vem": [1, "week"], "mês que vem": [1, "month"], "ano que vem": [1, "year"] },
    ...{ "esta manhã": [0, "day"], "última semana": [-1, "week"], "último mês": [-1, "month"] },
  },
  nl: {
    ...{
      "vorig weekend": [-1, "weekend"],
      "afgelopen weekend": [-1, "weekend"],
      "volgend weekend": [1, "weekend"],
    },
    ...{ "komend weekend": [1, "weekend"], "dit weekend": [0, "weekend"] },
    ...{ gisteravond: [-1, "day"], gisterochtend: [-1, "day"], vanavond: [0, "day"] },
    ...{ "afgelopen week": [-1, "week"], "komende week": [1, "week"], vanochtend: [0, "day"] },
    ...{
      "afgelopen maand": [-1, "month"],
      "komende maand": [1, "month"],
      "afgelopen jaar": [-1, "year"],
    },
  },
  ja: {
    ...{
      おととい: [-2, "day"],
      きのう: [-1, "day"],
      昨夜: [-1, "day"],
      昨晩: [-1, "day"],
      ゆうべ: [-1, "day"],
    },
    ...{
      今朝: [0, "day"],
      今夜: [0, "day"],
      今晩: [0, "day"],
      あした: [1, "day"],
      あさって: [2, "day"],
    },
    ...{
      ...{ おととし: [-2, "year"], しあさって: [3, "day"], 再来週: [2, "week"] },
      ...{ さ来週: [2, "week"], 先々週: [-2, "week"], 再来月: [2, "month"] },
      先週末: [-1, "weekend"],
      今週末: [0, "weekend"],
      来週末: [1, "weekend"],
    },
  },
  ko: {
    ...{ 엊그제: [-2, "day"], 어젯밤: [-1, "day"], 간밤: [-1, "day"], "오늘 밤": [0, "day"] },
    ...{
      "지난 주말": [-1, "weekend"],
      "이번 주말": [0, "weekend"],
      "다음 주말": [1, "weekend"],
      ...{ 그제: [-2, "day"], 글피: [3, "day"], "다다음 주": [2, "week"] },
    },
  },
};

/**
 * Frequent expressions with a number that are not in the runtime's locale data. N stands for the
 * number and U for the unit. The second part is -1 for the past and 1 for the future.
 */
export const COUNTED_TIMES: Readonly<Record<string, readonly (readonly [string, -1 | 1])[]>> = {
  es: [["en N U", 1]],
  fr: [
    ["d'ici N U", 1],
    ["voici N U", -1],
  ],
  it: [["fra N U", 1]],
  pt: [
    ["daqui a N U", 1],
    ["dentro de N U", 1],
    ["faz N U", -1],
    ["N U atrás", -1],
  ],
};

/** Patterns for the words before the name of a month, as in "a finales de mayo". */
export const BEFORE_MONTHS: Readonly<Record<string, string>> = {
  es: "(?:en|para|hasta|desde|(?:a )?(?:finales|principios|mediados) de) ",
  fr: "(?:en|fin|début|mi-?|courant|jusqu['’]en|(?:au )?mois de) ?",
  it: "(?:a|in|(?:a )?fine|(?:a )?inizio|(?:a )?metà|per) ",
  pt: "(?:em|até|(?:no )?(?:fim|final|início|meados) de) ",
  nl: "(?:in|eind|begin|half|medio|tot) ",
};
/** Words for the first day of a month. */
export const FIRST_DAY = "primero|premier|primo|primeiro";
