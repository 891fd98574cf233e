/**
 * Frequent time expressions that the runtime's locale data does not have. For each locale and
 * expression, the value is the distance from the anchor and the unit of this distance.
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
      おととし: [-2, "year"],
      先週末: [-1, "weekend"],
      今週末: [0, "weekend"],
      来週末: [1, "weekend"],
    },
  },
  ko: {
    ...{ 엊그제: [-2, "day"], 어젯밤: [-1, "day"], 간밤: [-1, "day"], "오늘 밤": [0, "day"] },
    ...{
      "이틀 전": [-2, "day"],
      "사흘 전": [-3, "day"],
      "나흘 전": [-4, "day"],
      "닷새 전": [-5, "day"],
    },
    ...{
      "열흘 전": [-10, "day"],
      "보름 전": [-15, "day"],
      "일주일 전": [-7, "day"],
      "한 달 전": [-1, "month"],
    },
    ...{ "두 주 전": [-14, "day"], "두 달 전": [-2, "month"], "세 달 전": [-3, "month"] },
    ...{
      "지난 주말": [-1, "weekend"],
      "이번 주말": [0, "weekend"],
      "다음 주말": [1, "weekend"],
      "이틀 뒤": [2, "day"],
      "사흘 뒤": [3, "day"],
    },
  },
};
