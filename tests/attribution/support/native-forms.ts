/** Native spellings of times, numbers, refusals and polite answers in ten languages. */

/** A clock time, and its spelling in 24 hours. */
export const CLOCKS = [
  ["the stockings come off at nine this evening", "21:00"],
  ["call before 8:15 tonight", "20:15"],
  ["heute Abend um neun", "21:00"],
  ["ce soir à neuf heures", "21:00"],
  ["vanavond om acht uur", "20:00"],
  ["a las seis menos cuarto de la tarde", "17:45"],
  ["a las ocho y media", "8:30"],
  ["a las once de la noche", "23:00"],
  ["vendredi à 14h15", "14:15"],
  ["à huit heures et demie du soir", "20:30"],
  ["à midi", "12:00"],
  ["alle otto e mezza di sera", "20:30"],
  ["alle sette meno un quarto di mattina", "6:45"],
  ["alle tre del pomeriggio", "15:00"],
  ["às nove e meia da noite", "21:30"],
  ["às 21h", "21:00"],
  ["om kwart over drie 's middags", "15:15"],
  ["om half elf", "10:30"],
  ["half past seven", "7:30"],
  ["um halb acht", "7:30"],
  ["下午三点半", "15:30"],
  ["午後七時半", "19:30"],
  ["午前九時十五分", "9:15"],
  ["오후 세 시 반", "15:30"],
  ["오전 아홉 시 십오 분", "9:15"],
] as const;

/** Words for a duration or a thing, which are no clock time. */
export const NO_CLOCKS = [
  ...["8時間", "두 시간", "deux heures et demie", "media hora"],
  ...["a table for two tonight", "ce soir à deux", "stasera, 3.50 euro a testa"],
] as const;

/** A number in words or with a native unit, and its digits. */
export const LARGE = [
  ["dreihundertfünfzig", "350"],
  ["zweitausenddreihundert", "2300"],
  ["mil doscientos", "1200"],
  ["tres mil quinientos", "3500"],
  ["cincuenta y dos", "52"],
  ["trois cent vingt", "320"],
  ["deux mille cinq cents", "2500"],
  ["duecentocinquanta", "250"],
  ["tremila", "3000"],
  ["duzentos e cinquenta", "250"],
  ["mil e quinhentos", "1500"],
  ["tweehonderdvijftig", "250"],
  ["drieduizend", "3000"],
  ["18.6万", "186000"],
  ["3万5千円", "35000 円"],
  ["삼백오십만 원", "3500000 원"],
  ["3만5천 원", "35000 원"],
] as const;

/** Amounts with a half, and the same amount as a decimal. */
export const HALVES = [
  ["two and a half hours", "2.5 hours"],
  ["an hour and a half", "1.5 hour"],
  ["zweieinhalb Stunden", "2,5 Stunden"],
  ["anderthalb Liter", "1,5 Liter"],
  ["hora y media", "1,5 hora"],
  ["tres horas y media", "3,5 horas"],
  ["une heure et demie", "1,5 heure"],
  ["due ore e mezza", "2,5 ore"],
  ["uma hora e meia", "1,5 hora"],
  ["anderhalf uur", "1,5 uur"],
  ["tweeënhalf jaar", "2,5 jaar"],
  ["一个半小时", "1.5小时"],
  ["一時間半", "1.5時間"],
  ["한 시간 반", "1.5시간"],
] as const;

/** Forms of one word. */
export const INFLECTED = [
  ["rode", "rood"],
  ["grote", "groot"],
  ["huizen", "huis"],
  ["blanches", "blanc"],
  ["chevaux", "cheval"],
  ["azuis", "azul"],
  ["animais", "animal"],
] as const;

/** A time expression, and its first day if it was said on Wednesday, 8 May 2024. */
export const NATIVE_TIMES = [
  ["el fin de semana pasado", "2024-05-03"],
  ["le week-end dernier", "2024-05-03"],
  ["lo scorso fine settimana", "2024-05-03"],
  ["no fim de semana passado", "2024-05-03"],
  ["vorig weekend", "2024-05-03"],
  ["el 15 de marzo", "2024-03-15"],
  ["le 15 mars", "2024-03-15"],
  ["il 15 marzo", "2024-03-15"],
  ["15 de março", "2024-03-15"],
  ["15 maart", "2024-03-15"],
  ["3월 15일", "2024-03-15"],
  ["おととい", "2024-05-06"],
  ["きのう", "2024-05-07"],
  ["先週末", "2024-05-03"],
  ["사흘 전", "2024-05-05"],
  ["지난 주말", "2024-05-03"],
] as const;

/** Polite answers that state nothing. */
export const POLITE = [
  "Dazu kann ich Ihnen leider nichts sagen.",
  "Das entzieht sich meiner Kenntnis.",
  "Lo siento, no dispongo de esa información.",
  "No aparece en los recuerdos.",
  "Je regrette, je n'ai rien trouvé à ce sujet.",
  "Je ne saurais vous le dire.",
  "Mi dispiace, non ho trovato nulla al riguardo.",
  "Non saprei dirLe.",
  "Infelizmente não consigo responder a isso.",
  "Não há registo disso.",
  "Daar kan ik u niet mee helpen.",
  "Dat staat nergens vermeld.",
  "抱歉，我这里没有相关的内容。",
  "没有找到。",
  "お答えできかねます。",
  "見つかりませんでした。",
  "답변드리기 어렵습니다.",
  "죄송하지만 관련된 내용을 찾지 못했습니다.",
  "Sorry, I have nothing on that.",
] as const;

/** Statements with words of such polite answers. They do state something. */
export const STATING = [
  "Er konnte nichts sehen.",
  "No encontró trabajo.",
  "Non ha trovato lavoro.",
  "Il n'a rien trouvé au marché.",
  "Ze kon hem niet helpen.",
  "他没有找到工作。",
  "鍵は家で見つかりました。",
] as const;

/** A question, a message that denies it without a word for "not", the memory, and a false yes. */
export const REFUSED = [
  ["Did Nora accept the offer from Leeds?", "I turned down the offer from Leeds.", "No", "Yes"],
  [
    "Hat Nora das Angebot aus Kiel angenommen?",
    "Das Angebot aus Kiel habe ich abgelehnt.",
    "Nein",
    "Ja",
  ],
  ["¿Aceptó Nora la oferta de Vigo?", "He rechazado la oferta de Vigo.", "No", "Sí"],
  ["Nora a-t-elle accepté l'offre de Brest ?", "J'ai refusé l'offre de Brest.", "Non", "Oui"],
  ["Nora ha accettato l'offerta di Bari?", "Ho declinato l'offerta di Bari.", "No", "Sì"],
  ["A Nora aceitou a oferta de Faro?", "Recusei a oferta de Faro.", "Não", "Sim"],
  [
    "Heeft Nora het aanbod uit Gent aangenomen?",
    "Ik heb het aanbod uit Gent afgeslagen.",
    "Nee",
    "Ja",
  ],
  ["Nora接受了苏州公司的邀请吗？", "苏州公司的邀请我婉拒了。", "没有", "是的"],
  ["Noraは京都の会社の誘いを受けましたか。", "京都の会社の誘いは辞退しました。", "いいえ", "はい"],
  ["Nora는 부산 회사의 제안을 받아들였나요?", "부산 회사의 제안은 거절했어요.", "아니요", "네"],
] as const;
