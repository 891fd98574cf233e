/** Reads the right value from the words in which a user corrects an answer. */
import { asksPerson, asksPlace } from "../../text/languages/asking-words.ts";
import { namesMonthOrWeekday } from "../../text/languages/calendar-names.ts";
import { askedKind } from "../../text/languages/question-words.ts";
import { isOpinion, RELATION, RELATION_UNSPACED } from "../../text/languages/reply-signs.ts";
import { UNSPACED } from "../../text/languages/unspaced-words.ts";
import { isNegated } from "../../text/polarity.ts";
import { timeMentions } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";

export interface Asked {
  readonly question: string;
  readonly answer: string;
}

/** A longer clause tells something new instead of correcting one value. */
const MAX_VALUE_CHARS = 120;
const MAX_NEW_WORDS = 7;
/** In characters, for scripts without spaces and for Korean. */
const MAX_UNSPACED_CLAUSE = 24;
const MAX_UNSPACED_VALUE = 10;
const MAX_UNSPACED_NAME = 6;
const CLAUSES = /[，、,；;]|ので|けど|だけ|からです|아서|어서|니까|지만/u;
/** Endings of verbs and adjectives, which make a statement and no name of a thing. */
const VERB_END =
  /(?:[たてるいうくすむぶぬつ]|ます|ました|[어아여해]요?|[었았했]어요?|습니다|ㄴ다|了|吧|呢|的)$/u;
/** An elliptic reply has few words. */
const MAX_FRAGMENT_WORDS = 6;

/** A pronoun with a form of "to be" or "to be called", which stands for the question's subject. */
const COPULA =
  /^(?:(?:(?:it|that|this|he|she|they|there|his name|her name|its name|the name|you)(?:['’]s| is| was| are| were|['’]re)(?: called| named)?|its(?= )|(?:he|she|they)(?:['’]s| is| are) called)|(?:es|das|er|sie|der|die) (?:ist|war|sind|waren|heißt|heissen|heißen|hieß)|(?:eso |ese |esa |él |ella )?(?:es|era|fue|son|eran|se llama|se llamaba)|(?:c['’](?:est|était)|ce (?:sont|fut)|(?:il|elle)(?: s['’]appelle| est| était)|ils sont)|(?:lui |lei )?(?:è|era|sono|erano|fu|è stat[oa]|si chiama)|(?:isso |ele |ela |(?:o|a) (?:dele|dela) )?(?:é|era|foi|são|se chama|chama-se)|(?:het|dat|hij|ze|zij) (?:is|was|zijn|waren|heet|heette))\s+/iu;
const UNSPACED_COPULA =
  /^(?:(?:那|这|它|他|她|我的?|其实|应该)*(?:是|叫|叫做|在|为)|(?:それ|これ|彼|彼女|名前|正しく)?は|(?:그건|그게|그것은|이름은)\s*)/u;
/** Also lazy words, so that the politeness of the verb does not belong to the value. */
const UNSPACED_END =
  /(?:です|でした|だよ?|だった|ですよ|でございます|이에요|예요|입니다|이야|였어요|이었어요|에요|이고요)(?:よ|ね)?[。.!！]*$/u;
/** A form of "to be" makes a sentence of its own, about something else. */
const IS =
  /(?<!\p{L})(?:is|are|was|were|isn['’]t|ist|sind|war|waren|es|son|era|est|sont|était|è|sono|é|são|foi|zijn|waren)(?!\p{L})/iu;
const PERSONAL =
  /^(?:i|we|you|he|she|they|ich|wir|er|sie|yo|nosotros|él|ella|je|j['’]|nous|il|elle|io|noi|eu|nós|ele|ela|ik|wij|we|hij|zij|ze|我|他|她|私|彼|彼女|저는|나는)(?![\p{L}])/iu;
const PREPOSITION =
  /^(?:in|at|on|near|behind|under|next to|by|from|im|am|an|auf|bei|beim|hinter|unter|neben|in der|en|sobre|detrás|debajo|cerca|à|au|aux|dans|sur|chez|sous|derrière|devant|a|al|alla|nel|nella|sul|sulla|dietro|sotto|da|em|no|na|atrás|embaixo|naast|op|bij|achter|onder)\s+/iu;
const NAME = /(?:^|[\s"'“«(])\p{Lu}\p{L}+/u;
const NUMBER_WORDS =
  /\p{N}|(?<!\p{L})(?:none|zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dois|duas|três|quatro|sete|oito|dez|twee|drie|vijf|zes|zeven|negen|tien)(?!\p{L})|[一二两三四五六七八九十]|둘|셋|넷|두 |세 |네 |다섯/iu;

const CALENDAR =
  /[一二三四五六七八九十][年月日号點点時]|星期|周[一二三四五六日天]|曜日|요일|[今明昨][天日]|내일|오늘|어제/u;

const WORD = /[\p{L}\p{N}]+(?:['’.,:-][\p{L}\p{N}]+)*\.?/gu;

/** The value that replaces the answer's; undefined if the clause states none. */
export function readValue(clause: string, asked: Asked): string | undefined {
  const said = clause.trim().replace(/[\s.!。！…]+$/u, "");
  if (said === "" || said.length > MAX_VALUE_CHARS || /[?？]/.test(said)) return undefined;
  return UNSPACED.test(said) || /\p{Script=Hangul}/u.test(said)
    ? unspacedValue(said, asked)
    : spacedValue(said, asked);
}

function spacedValue(said: string, asked: Asked): string | undefined {
  if (isNegated(said)) return undefined;
  const copula = COPULA.exec(said)?.[0] ?? "";
  const rest = said.slice(copula.length);
  const fresh = newStems(rest, asked);
  if (fresh.length === 0 || fresh.length > MAX_NEW_WORDS) return undefined;
  if (copula !== "" || !(PERSONAL.test(rest) || IS.test(rest))) {
    const isShort = (rest.match(WORD) ?? []).length <= MAX_FRAGMENT_WORDS;
    if (isShort && fitsQuestion(rest, asked.question)) return rest;
  }
  if (isOpinion(rest) && !hasTypedValue(rest, asked.question)) return undefined;
  return sharesWords(said, asked) ? afterKnown(rest, asked) : undefined;
}

function unspacedValue(said: string, asked: Asked): string | undefined {
  if (isOpinion(said) || isNegated(said) || CLAUSES.test(said)) return undefined;
  const plain = said.replace(UNSPACED_END, "");
  const value = plain.replace(UNSPACED_COPULA, "").trim();
  if (value === "" || newStems(value, asked).length === 0) return undefined;
  if (sharesWords(said, asked)) return value.length <= MAX_UNSPACED_CLAUSE ? value : undefined;
  if (value.length > MAX_UNSPACED_VALUE || VERB_END.test(value)) return undefined;
  return fitsQuestion(value, asked.question) ? value : undefined;
}

/** Stems of the text that neither the question nor the answer has. */
export function newStems(text: string, { question, answer }: Asked): string[] {
  const known = new Set([...contentStems(question), ...contentStems(answer)]);
  return [...new Set(contentStems(text))].filter((each) => !known.has(each));
}

/** Japanese endings, which unrelated sentences share. */
const SYLLABLES = /^\p{Script=Hiragana}+$/u;

function sharesWords(text: string, { question, answer }: Asked): boolean {
  const known = new Set([...contentStems(question), ...contentStems(answer)]);
  return contentStems(text).some((each) => known.has(each) && !SYLLABLES.test(each));
}

/** Whether the text is a value of the kind that the question asks for. */
function fitsQuestion(text: string, question: string): boolean {
  if (hasKind(question)) return hasTypedValue(text, question);
  return !isOpinion(text);
}

function hasKind(question: string): boolean {
  return askedKind(question) !== undefined || asksPerson(question) || asksPlace(question);
}

/** Whether the question asks for a time, a number, a person or a place, and the text has one. */
export function hasTypedValue(text: string, question: string): boolean {
  const kind = askedKind(question);
  if (kind === "time")
    return (
      timeMentions(text).length > 0 ||
      /\p{N}/u.test(text) ||
      CALENDAR.test(text) ||
      namesMonthOrWeekday(text)
    );
  if (kind === "number") return NUMBER_WORDS.test(text);
  const isUnspaced = UNSPACED.test(text) || /\p{Script=Hangul}/u.test(text);
  const isName = isUnspaced && !PERSONAL.test(text) && text.length <= MAX_UNSPACED_NAME;
  if (asksPerson(question)) return isName || NAME.test(text) || isRelation(text);
  if (asksPlace(question)) return isName || PREPOSITION.test(text) || NAME.test(text);
  return false;
}

export function isRelation(text: string): boolean {
  return RELATION.test(text) || RELATION_UNSPACED.test(text);
}

/** The clause from its first new word on, with the small words before it. */
function afterKnown(clause: string, asked: Asked): string {
  const words = [...clause.matchAll(WORD)];
  const isNew = (word: string) => newStems(word, asked).length > 0;
  const first = words.findIndex(([word]) => isNew(word));
  let begin = Math.max(0, first);
  while (begin > 0 && first - begin < MAX_SMALL && isSmall(words[begin - 1]?.[0] ?? "")) begin -= 1;
  return clause.slice(words[begin]?.index ?? 0).trim();
}

const MAX_SMALL = 2;
const SMALL = new Set(
  "a an the my his her our their in at on to from by with of for der die das den dem des ein eine einen einem einer mein meine meinen meiner im am an auf aus bei nach zu zum zur von el la los las un una mi mis su del al de en con para le les l du au aux une mon ma mes son sa à dans chez sur il lo gli i mio mia suo sua nel nella al alla di da o os as um uma meu minha seu sua do da no na em het een mijn zijn haar te naar op van".split(
    " ",
  ),
);

function isSmall(word: string): boolean {
  return SMALL.has(word.toLowerCase());
}
