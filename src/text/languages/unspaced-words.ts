/** Splits texts into words for scripts that do not put spaces between words. */
import { RELATIVES_IN_HAN } from "../spelling/role-words.ts";

const SCRIPTS =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
export const UNSPACED = new RegExp(`[${SCRIPTS}]`, "u");
const RUNS = new RegExp(`[${SCRIPTS}]+|[^${SCRIPTS}]+`, "gu");
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/**
 * Matches a sequence of characters in one Japanese script. A new word, particle or ending usually
 * begins where the script changes.
 */
const JAPANESE_RUNS =
  /\p{Script=Han}+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const KATAKANA = /^[\p{Script=Katakana}ー]/u;
/** Japanese particles and frequent endings. They state no fact. */
const PARTICLES = new Set(
  "さん くん ちゃん さま は が を に で と の も へ や か から まで より です ます ました でした だ だった た て した して する している います いる では には とは".split(
    " ",
  ),
);

/**
 * Pairs of Hiragana that occur in the endings of most sentences. They are written without voicing
 * marks (て for で), because these marks are removed from every text.
 */
const ENDINGS = new Set(
  "ます まし ませ した して しま てい いま いる いた ある あり りま てす てし たっ って った すか のて から には ては とは にな なり なっ られ れま れて せん たい".split(
    " ",
  ),
);

/**
 * Measure words. In Chinese and Japanese, such a word is between a number and the counted noun. It
 * states no fact.
 */
const CLASSIFIERS = new Set(
  "个個只隻条條张張件台位本辆輛头頭匹枚冊杯坛罈棵颗顆粒瓶箱袋包双雙把朵盒罐碗株羽足皿軒缸盆盏串块塊".split(
    "",
  ),
);
/** Units that directly follow a number. They count as words. */
const YUAN = /^[块塊](?:[钱錢]|$)/u;
const UNITS = new Set("岁歲歳元円圆圓度层層楼階次回倍斤克米吨人分秒日月年号號点點時时".split(""));
/**
 * Matches a number and the Korean word directly after it, such as "12마리". The Korean word is in
 * decomposed (NFKD) Unicode form.
 */
const BEFORE_HANGUL = /^(\d[\d.,:]*)([\u1100-\u11ff]+)$/;

/** Splits a number from the Korean word that follows it without a space. */
export function splitFigure(word: string): string[] {
  const [, figure, rest] = BEFORE_HANGUL.exec(word) ?? [];
  return figure === undefined || rest === undefined ? [word] : [figure, rest];
}

/**
 * Splits a text without spaces into words. Usually, each pair of neighbouring characters counts as
 * a word: "黄酒瓶" gives "黄酒" and "酒瓶". In Japanese, both characters of a pair have the same script, a
 * sequence of katakana stays one word, and particles are left out.
 * @param before the word before `word`; if it ends with a digit, `word` can begin with a measure
 * word
 */
export function unspacedWords(word: string, before?: string): string[] {
  if (KANA.test(word)) {
    const parts = word.match(JAPANESE_RUNS) ?? [];
    return parts.flatMap((run, index) =>
      afterNumber(run, parts[index - 1] ?? before).flatMap(japanese),
    );
  }
  const runs = word.match(RUNS) ?? [];
  return runs.flatMap((run, index) =>
    UNSPACED.test(run) ? afterNumber(run, runs[index - 1] ?? before).flatMap(chinese) : [run],
  );
}

/**
 * After a number, removes a measure word or separates a unit. For example, "12坛黄酒" becomes "黄酒",
 * and "88岁生日" becomes "岁" and "生日".
 */
function afterNumber(run: string, before: string | undefined): string[] {
  const [first = ""] = run;
  if (before === undefined || !/\d$/.test(before)) return [run];
  // In "三千块" and "三块钱", "块" means yuan. In "三块蛋糕", it is a measure word.
  if (YUAN.test(run)) return ["元", run.replace(YUAN, "")];
  if (first === "名") return ["人", run.slice(first.length)];
  if (CLASSIFIERS.has(first)) return [run.slice(first.length)];
  return UNITS.has(first) ? [first, run.slice(first.length)] : [run];
}

function japanese(run: string): string[] {
  if (run === "" || PARTICLES.has(run)) return [];
  if (!UNSPACED.test(run) || KATAKANA.test(run)) return [run];
  return pairs(run).filter((pair) => !ENDINGS.has(pair));
}

/** Matches the Chinese word for "of" before a word for a relative: "孙雅琴的婆婆". */
const OF = new RegExp(`的(?=${RELATIVES_IN_HAN})`, "u");

function chinese(run: string): string[] {
  return run.includes("的") ? run.split(OF).flatMap(pairs) : pairs(run);
}

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 0) return [];
  if (characters.length === 1) return CLASSIFIERS.has(run) ? [] : [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const NAMES = new RegExp(`[${SCRIPTS}]+`, "gu");

/**
 * Whether the text has the value as whole words. For example, 東京都 (Tokyo) has the characters of 京都
 * (Kyoto), but not this word. The function tests only those parts of the value that are in a script
 * without spaces and occur in the text. If there is no such part, it returns true.
 */
export function isWholeWord(value: string, text: string): boolean {
  const runs = (value.match(NAMES) ?? []).filter((run) => text.includes(run));
  if (runs.length === 0) return true;
  const segmenter = new Intl.Segmenter(KANA.test(text) ? "ja" : "zh", { granularity: "word" });
  const ends = new Set([0, text.length]);
  for (const { index } of segmenter.segment(text)) ends.add(index);
  return runs.every((run) => {
    for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + 1))
      if (ends.has(at) && ends.has(at + run.length)) return true;
    return false;
  });
}
