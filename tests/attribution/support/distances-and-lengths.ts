/** Native distances, weekdays, durations and amounts in ten languages. */

/** A time expression, and its first and last day if it was said on Wednesday, 8 May 2024. */
export const DISTANCES = [
  ["in drei Tagen", "2024-05-11", "2024-05-11"],
  ["in vierzehn Tagen", "2024-05-22", "2024-05-22"],
  ["vor anderthalb Jahren", "2022-11-01", "2022-11-30"],
  ["en tres días", "2024-05-11", "2024-05-11"],
  ["dentro de quince días", "2024-05-23", "2024-05-23"],
  ["hace un año y medio", "2022-11-01", "2022-11-30"],
  ["d'ici trois jours", "2024-05-11", "2024-05-11"],
  ["il y a un an et demi", "2022-11-01", "2022-11-30"],
  ["fra dieci giorni", "2024-05-18", "2024-05-18"],
  ["daqui a quinze dias", "2024-05-23", "2024-05-23"],
  ["faz dois meses", "2024-03-01", "2024-03-31"],
  ["over drie dagen", "2024-05-11", "2024-05-11"],
  ["三天后", "2024-05-11", "2024-05-11"],
  ["二十天之后", "2024-05-28", "2024-05-28"],
  ["大前天", "2024-05-05", "2024-05-05"],
  ["十二日後", "2024-05-20", "2024-05-20"],
  ["しあさって", "2024-05-11", "2024-05-11"],
  ["사흘 후", "2024-05-11", "2024-05-11"],
  ["삼 일 뒤", "2024-05-11", "2024-05-11"],
  ["보름 뒤에", "2024-05-23", "2024-05-23"],
] as const;

/** A text that names a week or month and a day in it, and the date of this day. */
export const PARTS = [
  ["nächste Woche Mittwoch", "2024-05-15"],
  ["el lunes de la semana que viene", "2024-05-13"],
  ["mardi de la semaine prochaine", "2024-05-14"],
  ["volgende week dinsdag", "2024-05-14"],
  ["next week Tuesday", "2024-05-14"],
  ["来週の火曜日", "2024-05-14"],
  ["下下周一", "2024-05-20"],
  ["다음주 화요일", "2024-05-14"],
  ["下个月三号", "2024-06-03"],
  ["来月の三日", "2024-06-03"],
  ["다음 달 3일", "2024-06-03"],
] as const;

/** A spelled date, or a date in figures, and its first day. */
export const WRITTEN = [
  ["am dritten Mai", "2024-05-03"],
  ["am 3.5.", "2024-05-03"],
  ["el tres de mayo", "2024-05-03"],
  ["le premier juin", "2024-06-01"],
  ["il primo giugno", "2024-06-01"],
  ["três de maio", "2024-05-03"],
  ["drie mei", "2024-05-03"],
  ["五月二十一日", "2024-05-21"],
  ["오월 삼일", "2024-05-03"],
  ["Ende Mai", "2024-05-01"],
  ["a finales de mayo", "2024-05-01"],
  ["fin mai", "2024-05-01"],
  ["na segunda, dia 03/06/2024", "2024-06-03"],
  ["op dinsdag 21-05-2024", "2024-05-21"],
  ["6/3/2024", "2024-06-03"],
] as const;

/** Two texts that state durations of the same length. */
export const LENGTHS = [
  ["anderthalb Jahre", "achtzehn Monate"],
  ["eine Dreiviertelstunde", "45 Minuten"],
  ["dos horas y media", "150 minutos"],
  ["una hora y cuarto", "setenta y cinco minutos"],
  ["año y medio", "dieciocho meses"],
  ["six mois et demi", "6,5 mois"],
  ["une heure et demie", "1h30"],
  ["tre mesi e mezzo", "3,5 mesi"],
  ["un'ora e mezza", "90 minuti"],
  ["duas horas e meia", "150 minutos"],
  ["anderhalf uur", "negentig minuten"],
  ["一年半", "十八个月"],
  ["两个半小时", "150分钟"],
  ["一時間半", "90分かかる"],
  ["이 년 반", "30개월"],
  ["한 시간 반", "1시간 30분이다"],
] as const;

/** Texts that state no duration. */
export const NO_LENGTHS = [
  "5月3日",
  "à huit heures et quart du soir",
  "考了90分",
  "9時30分",
] as const;

/** A clock time with minutes, and its spelling in 24 hours. */
export const MINUTES = [
  ["a las doce menos veinte", "11:40"],
  ["à neuf heures moins dix du soir", "20:50"],
  ["à midi moins le quart", "11:45"],
  ["alle nove e venti di sera", "21:20"],
  ["às quinze para as sete da manhã", "6:45"],
  ["fünf vor halb acht", "7:25"],
  ["采茶早上五点四十开始", "5:40"],
  ["tien over half negen", "8:40"],
] as const;

/** Two spellings of one amount or role. */
export const SAME = [
  ["achthundertneunundneunzig", "899"],
  ["setecientos metros", "700 metros"],
  ["seiscentos reais", "600 reais"],
  ["十八万三", "183000"],
  ["三千六百块", "3600元"],
  ["8 500 yens", "8500円"],
  ["treinta y ocho euros con cincuenta", "38,50 euros"],
  ["vinte e sete euros e meio", "27,50 euros"],
  ["douze euros quatre-vingt-dix", "12,90 euros"],
  ["zwölf Euro fünfzig", "12,50 Euro"],
  ["三十八块五", "38.5元"],
  ["하와 사용자", "하와 user"],
  ["アシスタントとユーザー", "アシスタントと user"],
  ["de gebruiker", "user"],
  ["la hermana", "sister"],
  ["老婆", "妻子"],
  ["어머니는", "母"],
] as const;

/** An expected answer that is one part, although it has a comma or a word for "and". */
export const ONE_PART = [
  "1.249,90 euros",
  "12.480,50 Euro",
  "dos horas y media",
  "cincuenta y dos",
  "two hundred and fifty",
] as const;
