/**
 * Finds the language of a text by its function words. This is needed for words that exist in two
 * languages: in German, "hat" means "has", and in Spanish, "once" means 11.
 */
import { withoutAccents } from "../spelling/without-accents.ts";

/**
 * The languages for which `cardinals.ts` has number words. All of them write spaces between words.
 */
export const SPACED_LANGUAGES = ["es", "fr", "it", "pt", "nl"] as const;
export type SpacedLanguage = (typeof SPACED_LANGUAGES)[number];

/**
 * Function words, such as "el" and "der", which state no fact. A short English list is enough,
 * because it only needs to tell English from the other languages.
 */
const FUNCTION_WORDS: Readonly<Record<SpacedLanguage | "en" | "de", string>> = {
  en: "the and of to is was are were has have had that this with for from they she he his her on at it not who what when my we you i a in be by did do does as but there their them him me your our been will would can which where how",
  de: "der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden wurde wurden hat haben hatte hatten habe bin ich du er sie es wir ihr ihm ihn ihnen mich mir dich dir uns euch mein meine meinen meinem meiner dein deine sein seine seinen seinem seiner ihre ihren ihrem ihrer unser unsere im in am an auf aus bei beim mit nach von vom vor zu zum zur für über unter um durch gegen ohne bis seit als wie so auch noch schon nur sehr dass ob wenn weil denn da dort hier doch mal man sich was wer wo wann welche welcher welches kann können muss soll nun dann",
  es: "el la los las un una unos unas de del al a en y e o u que se su sus lo le les me te nos mi mis tu tus con por para sin sobre entre desde hasta es son era eran fue fueron ser está están estaba ha han había he hemos hay tiene tienen tenía tengo como más muy ya también pero si cuando donde quien cual porque este esta estos estas ese esa eso esto yo ella él ellos ellas nosotros cuándo dónde quién qué cuál cuántos cuántas cómo",
  fr: "le la les l n qu jusqu lorsqu un une des du de d au aux et ou mais est sont était étaient être été a ai ont avait avoir je j tu il elle on nous vous ils elles me m te t se s lui leur leurs mon ma mes ton ta tes son sa ses notre votre ce cet cette ces c ça qui que qu quoi dont où dans sur sous avec sans pour par en y à chez entre depuis vers comme plus très aussi si quand ne n quel quelle combien",
  it: "dell nell all sull dall quell quest il lo la i gli le l un uno una di del dello della dei degli delle d a al allo alla ai agli alle da dal dalla in nel nella nei nelle su sul sulla con per tra fra e ed o ma che chi cui è sono era erano essere stato stata ha ho hai hanno aveva avere io tu lui lei noi loro mi ti si ci vi ne mio mia miei mie suo sua suoi sue nostro questo questa quello quella come più molto anche già se quando dove quale quanti quante cosa",
  pt: "o a os as um uma uns umas de do da dos das em no na nos nas num numa e ou mas que se ao aos à às por pelo pela para com sem sobre entre desde até é são era eram foi foram ser está estão estava tem têm tinha tenho há eu tu ele ela nós eles elas me te lhe seu sua seus suas meu minha meus minhas este esta esse essa isso isto como mais muito também já quando onde quem qual quantos quantas",
  nl: "de het een en of maar van in op aan bij met voor naar uit om over onder door tegen zonder tot sinds te is zijn was waren wordt worden werd heeft hebben had hadden heb ben ik je jij hij zij ze we wij u me mij hem haar hen ons mijn jouw uw hun onze deze dit die dat er daar hier waar wie wat wanneer welke hoeveel als dan ook nog al zo zeer heel wel kan kun kunt kunnen wil wilt willen moet zal",
};

const LANGUAGES = Object.keys(FUNCTION_WORDS);
const byWord = new Map<string, number[]>();
for (const [place, language] of LANGUAGES.entries()) {
  const words = FUNCTION_WORDS[language as keyof typeof FUNCTION_WORDS]
    .split(" ")
    .map(withoutAccents);
  for (const word of new Set(words)) byWord.set(word, [...(byWord.get(word) ?? []), place]);
}
const ENGLISH = LANGUAGES.indexOf("en");
const NO_LANGUAGE: readonly number[] = [];

/**
 * Returns the languages in which `word` is a function word, as indexes in `LANGUAGES`.
 * @param word in lower case, without accents
 */
export function languagesOf(word: string): readonly number[] {
  return byWord.get(word) ?? NO_LANGUAGE;
}

/**
 * Returns the language with the most function words in a text, as an index in `LANGUAGES`. Returns
 * undefined if it is English, or if the text has no function words.
 * @param words one element for each word of the text: the languages in which this word is a
 * function word
 */
export function foreignLanguage(words: readonly (readonly number[])[]): number | undefined {
  let isForeign = false;
  for (const languages of words) {
    if (languages.length > 0 && languages[0] !== ENGLISH) isForeign = true;
  }
  if (!isForeign) return undefined;
  const counts: number[] = LANGUAGES.map(() => 0);
  for (const languages of words) {
    for (const place of languages) counts[place] = (counts[place] ?? 0) + 1;
  }
  let [best, most] = [ENGLISH, counts[ENGLISH] ?? 0];
  for (const [place, count] of counts.entries()) if (count > most) [best, most] = [place, count];
  return best === ENGLISH ? undefined : best;
}

/**
 * Matches a word. Does not match the "s" after the apostrophe in "Thea's", because this "s" would
 * count as a French word.
 */
const WORD = /(?<!\p{L}['’](?=[stdm](?!\p{L})))\p{L}+/gu;
/** `languageOf` reads only this number of words. More words would seldom change the result. */
const MAX_WORDS = 200;

/** Returns undefined if the language is English or unknown. */
export function languageOf(text: string): string | undefined {
  const place = foreignLanguage(languagesOfWords(text));
  return place === undefined ? undefined : LANGUAGES[place];
}

/**
 * Matches what Portuguese has and Spanish has not: endings of verbs ("comprou"), spellings such as
 * "ção" and "nh", and the article "o" before a word.
 */
const PORTUGUESE =
  /[ãõâêô]|ç[aou]|[áó]ri[oa]|[nl]h[ao]s?(?!\p{L})|\p{L}{2}[oei]u(?!\p{L})|^os? (?=\p{L}{3})|(?<![\p{L}\d])as (?=\p{L}{2,20}s )|(?<!\p{L})(?:em|no dia|f[ae]z|tem|vai|fica|à|às)(?!\p{L})/iu;

/** Matches words that Spanish has and Portuguese has not. */
const SPANISH = /[ñ¿¡]|(?<!\p{L})(?:el|las?|los|del|y|es|en|con|una|muy|años?|días?)(?!\p{L})/iu;

/** Matches frequent English words. */
const ENGLISH_WORD = /(?<!\p{L})(?:the|of|and|is|was|has|had|to|in|for|he|she|they|it)(?!\p{L})/iu;

/**
 * Whether the text is in Portuguese. Recognises short texts too, whose function words exist in
 * Spanish.
 */
export function isInPortuguese(text: string): boolean {
  const language = languageOf(text);
  if (language === "pt") return true;
  if (language !== undefined && language !== "es") return false;
  // Names can be Portuguese in any text.
  const plain = text.replace(/(?<=\S\s)\p{Lu}\p{L}*|^\p{Lu}\p{L}{2,}/gu, " ");
  return PORTUGUESE.test(plain) && !SPANISH.test(text) && !ENGLISH_WORD.test(text);
}

/** Whether the function words of both texts show the same language. */
export function areInSameLanguage(a: string, b: string): boolean {
  const isShown = (text: string) => languagesOfWords(text).some(({ length }) => length > 0);
  return isShown(a) && isShown(b) && languageOf(a) === languageOf(b);
}

function languagesOfWords(text: string): (readonly number[])[] {
  const words: (readonly number[])[] = [];
  for (const [word] of text.matchAll(WORD)) {
    words.push(languagesOf(withoutAccents(word.toLowerCase())));
    if (words.length > MAX_WORDS) break;
  }
  return words;
}

const SCRIPTS = [
  ...["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Bengali", "Tamil", "Telugu"],
  ...["Thai", "Georgian", "Armenian", "Hangul", "Hiragana", "Katakana", "Han"],
].map((script) => ({ script, letters: new RegExp(`\\p{Script=${script}}`, "gu") }));
const ONLY_ASCII = /^\p{ASCII}*$/u;
const ASCII_LETTER = /[a-z]/i;
const JAPANESE: ReadonlySet<string> = new Set(["Hiragana", "Katakana"]);

/**
 * Whether the texts have different scripts, or function words of different languages. False if the
 * script or the language of one text is unknown.
 */
export function isOtherLanguage(a: string, b: string): boolean {
  const [ofA, ofB] = [scriptOf(a), scriptOf(b)];
  if (ofA === undefined || ofB === undefined) return false;
  if (ofA !== ofB) return true;
  const [inA, inB] = [likelyLanguages(a), likelyLanguages(b)];
  return inA.length > 0 && inB.length > 0 && !inA.some((language) => inB.includes(language));
}

/**
 * Returns whether the text is in another language than the statement.
 * @param isUsual whether the memory is usually in another language than the messages. If so, the
 * result is true also for two texts whose languages cannot be recognised
 */
export function isTranslation(statement: string, text: string, isUsual: boolean): boolean {
  if (isOtherLanguage(statement, text)) return true;
  if (!isUsual || scriptOf(statement) !== scriptOf(text)) return isUsual;
  const [ofStatement, ofText] = [likelyLanguages(statement), likelyLanguages(text)];
  return !ofStatement.some((language) => ofText.includes(language));
}

/**
 * If a text has fewer function words of every language than this, its language counts as unknown.
 * One word is not enough, because it can be a name.
 */
const LEAST_SHOWN = 2;

/**
 * Returns the index in `LANGUAGES` of the language with the most function words in the text, or
 * several indexes if languages have equally many. Returns none if there are too few function words.
 */
function likelyLanguages(text: string): number[] {
  const counts = LANGUAGES.map(() => 0);
  for (const languages of languagesOfWords(text)) {
    for (const place of languages) counts[place] = (counts[place] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  if (most < LEAST_SHOWN) return [];
  return counts.flatMap((count, place) => (count === most ? [place] : []));
}

/**
 * Returns the script of most letters in the text. But a text with any Hiragana or Katakana is
 * Japanese, even if most letters have another script.
 */
function scriptOf(text: string): string | undefined {
  if (ONLY_ASCII.test(text)) return ASCII_LETTER.test(text) ? "Latin" : undefined;
  const counts = SCRIPTS.map(({ script, letters }) => ({
    script,
    count: text.match(letters)?.length ?? 0,
  })).filter(({ count }) => count > 0);
  if (counts.some(({ script }) => JAPANESE.has(script))) return "Japanese";
  return counts.toSorted((a, b) => b.count - a.count)[0]?.script;
}
