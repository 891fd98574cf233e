/** Tests whether a question asks for a guess, by its words in ten languages. */
import { languageOf } from "./language-of.ts";
import { KANA, LIKELIHOOD } from "./polarity-words.ts";

const LETTER = "\\p{L}";
const words = (either: string) => `(?<!${LETTER})(?:${either})(?!${LETTER})`;

/** Number of characters that the test reads. Questions are short. */
const READ_CHARS = 400;

/**
 * Matches polite beginnings of a question, such as "Would you tell me …". The "would" in them does
 * not ask for a guess, so they are removed before the test.
 */
const POLITE = [
  "(?:would|could|might|may|can|will) you(?: (?:perhaps|maybe|possibly))?|(?:perhaps|maybe) you (?:would|could|might|can)|you (?:would|could|might)|(?:i|we)(?: would|['’]d) like to|(?:may|might|could|can) (?:i|we) (?:ask|know|have|get|see)|would it be possible",
  "(?:kannst|könntest|würdest) du(?: (?:mir|uns|bitte|vielleicht))*|ich würde gerne?|würde (?:mich|uns) interessieren|(?:mich|uns) würde interessieren|wäre es möglich|dürfte ich",
  "podría[ns]? (?:usted(?:es)? )?(?:por favor )?(?:decir|contar|explicar|recordar|ayudar|indicar|mostrar)\\p{L}*|(?:podría|querría|sabría|haría)[n]? usted(?:es)?|(?:me|nos) (?:gustaría|interesaría) (?:saber|conocer|preguntar)|sería (?:posible|tan amable)|(?:le|te|les) importaría",
  "(?:pourriez[- ]vous|pourrais[- ]tu|pouvez[- ]vous|peux[- ]tu)(?: (?:me|nous|peut-être))*|pourrait[- ]on|serait[- ]il possible|(?:vous|te) dérangerait",
  "(?:potrebbe|saprebbe|vorrebbe) (?:per favore |forse )?(?:dir|spiegar|ricordar|aiutar|indicar|mostrar)\\p{L}*|(?:mi|ci) piacerebbe sapere|sarebbe (?:possibile|così gentile)|le dispiacerebbe",
  "gostaria(?:mos)? de (?:saber|perguntar|conhecer)|poderiam? (?:por favor |talvez )?(?:me |nos )?(?:dizer|contar|explicar|lembrar|ajudar|informar|mostrar)\\p{L}*|(?:poderia|gostaria|saberia) (?:você|o senhor|a senhora)|você (?:poderia|gostaria|saberia)|seria possível",
  "(?:zou(?:den)?|kun|kunt|kan) (?:je|jij|u|jullie)(?: (?:me|mij|ons|misschien))*|ik zou|zou ik (?:mogen )?(?:weten|vragen)",
].map((either) => new RegExp(words(either), "giu"));
/**
 * Matches polite phrases with the German word "Sie" ("you"), such as "würden Sie mir". The word
 * "sie" ("she" or "they") differs from it only by the small letter.
 */
const POLITE_GERMAN =
  /(?<!\p{L})(?:[Ww]ürden|[Kk]önnten|[Kk]önnen|[Dd]ürften|[Ww]ären) Sie(?: (?:mir|uns|bitte|vielleicht))*(?!\p{L})/gu;

/** Adverbs of likelihood. A question with such an adverb asks for a guess. */
const ADVERBS = [
  words(
    `${LIKELIHOOD.join("|")}|wahrscheinlich|vermutlich|vielleicht|möglicherweise|probablemente|posiblemente|quizás?|tal vez|a lo mejor|probablement|vraisemblablement|peut-être|sans doute|probabilmente|forse|magari|provavelmente|possivelmente|talvez|waarschijnlijk|vermoedelijk|misschien|wellicht`,
  ),
  // "Sich wohl fühlen" means to feel at ease, so its "wohl" does not ask for a guess.
  `(?<!(?:fühl${LETTER}*[^.?!]*|sich|sehr|so|zum) )${words("wohl")}(?![^.?!]*fühl)`,
  // "大概几点" asks for an approximate time, not for a guess.
  "会不会|也许|或许|大概(?!.{0,3}(?:几|多|什么时候|何时))",
  "だろう|でしょう(?!か)|かもしれ|たぶん|多分|おそらく",
  "아마|어쩌면|것 같",
].map((adverb) => new RegExp(adverb, "iu"));
/**
 * Chinese "可能" means "maybe", but Japanese "可能" means "possible to do". So this pattern is used
 * only for texts without Japanese syllables (kana).
 */
const CHINESE_MAYBE = /(?<!不)可能(?!性)/u;

/** Conditional verbs, such as "would" and "might". */
const CONDITIONAL = [
  words("would|could|might"),
  words("würden?|könnten?|dürften?|wären?"),
  words(
    "(?!(?:maría|secretaría|notaría|comisaría)(?!\\p{L}))\\p{L}{1,20}aría[n]?|\\p{L}{0,20}iría[n]?|(?:s|com|le|v|beb|escog|volv|cre|aprend|conoc)ería[n]?|(?:hab|pod|quer|tend|vend|pond|sab|sald)ría[n]?",
  ),
  words(
    "\\p{L}{0,20}er(?:ait|aient)|\\p{L}{1,20}(?:dr|evr)(?:ait|aient)|(?:aur|saur|ir|pourr|verr|dir|lir|sortir|partir|choisir|finir|réussir|écrir|suivr|vivr|mettr|croir)(?:ait|aient)",
  ),
  words("(?!\\p{L}{0,6}crebbe)\\p{L}{1,20}rebbe(?:ro)?"),
  words("(?:gosta|pode|fa|i|te|have|preferi|escolhe|compra|vota|di|vi|esta|adora|fica)riam?"),
  words("zou(?:den)?"),
].map((verb) => new RegExp(verb, "giu"));
/**
 * In Spanish and Italian, "seria" means "serious". So this pattern applies only to Portuguese
 * texts.
 */
const PORTUGUESE_CONDITIONAL = new RegExp(words("seriam?"), "giu");
/** The verb "may" has a small first letter. With a capital letter, "May" is a month or a name. */
const MAY =
  /(?<!\p{L}|(?:in|of|since|last|next|this|by|until|early|late|mid|during) )may(?= \p{L})/gu;

const SAYING = words(
  "say|says|said|saying|tell(?! (?:me|us))|tells|told|promised?|mention(?:s|ed)?|announced?|claim(?:s|ed)?|wrote|written|explain(?:s|ed)?|thought|hoped|expected|predicted|sag(?:t|en|te|ten)|gesagt|erzähl(?:t|te|ten)|versprach|versprochen|erwähnte?|angekündigt|meinte|schrieb|geschrieben|dijo|dijeron|dice|dicho|contó|prometió|mencionó|anunció|escribió|dit|disait|promis|mentionné|annoncé|écrit|detto|disse|raccontato|promesso|menzionato|annunciato|scritto|dito|disseram|contou|prometeu|mencionou|anunciou|escreveu|zei|gezegd|verteld|vertelde|beloofd|beloofde|schreef|geschreven",
);
/**
 * Tests the text before a verb such as "would". The pattern matches if this text ends in a report
 * of what somebody said: a verb of saying, and at most 60 characters after it. A comma ends the
 * report, unless a German clause such as "dass …" follows.
 */
const ENDS_IN_REPORT = new RegExp(
  `${SAYING}(?:[^,.;:?!]|,(?= (?:dass|sie|er|es|ihre?|seine?)(?!${LETTER}))){0,60}$`,
  "iu",
);

/** Whether the question asks for a guess. If so, perhaps no message states the answer. */
export function asksForGuess(question: string): boolean {
  const asked = [...POLITE, POLITE_GERMAN].reduce(
    (text, polite) => text.replace(polite, " "),
    question.slice(0, READ_CHARS),
  );
  if (ADVERBS.some((adverb) => adverb.test(asked))) return true;
  if (CHINESE_MAYBE.test(asked) && !KANA.test(asked)) return true;
  const isPortuguese = languageOf(asked) === "pt";
  const verbs = [...CONDITIONAL, MAY, ...(isPortuguese ? [PORTUGUESE_CONDITIONAL] : [])];
  // After a verb of saying, "would" only reports what somebody said.
  const isOpen = ({ index }: RegExpExecArray) => !ENDS_IN_REPORT.test(asked.slice(0, index));
  return verbs.some((verb) => [...asked.matchAll(verb)].some(isOpen));
}
