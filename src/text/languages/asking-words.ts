/**
 * Tests whether a text asks a question, and which kind of answer it asks for. The tests look for
 * words in ten languages. Whether a question asks for a guess is tested in `inference-words.ts`.
 */
import { languageOf } from "./language-of.ts";

const LETTER = "\\p{L}";
const words = (either: string) => new RegExp(`(?<!${LETTER})(?:${either})(?!${LETTER})`, "iu");
const begins = (either: string) => new RegExp(`^[\\s¿¡"'“„«]*(?:${either})(?!${LETTER})`, "iu");

const MARK = /[?？]\s*["'”’»)\]]*$/;
const QUESTION = begins(
  "who|whom|whose|what|what's|which|where|when|why|how|wer|wen|wem|wessen|was|welche[mnrs]?|wo|wohin|woher|wann|warum|wie|(?:a |de |con |en |para )?(?:quién|quiénes|qué|cuál|cuáles|dónde|cuándo|cuánt[oa]s?|cómo)|(?:à |de |avec |en |pour |depuis )?(?:qui|que|quoi|quel(?:le)?s?|où|quand|combien|comment|pourquoi|qu['’]est-ce)|(?:a |di |con |in |per |da )?(?:chi|che|cosa|quale|quali|dove|quando|quant[oaie]|come|perché)|(?:a |de |com |em |para )?(?:quem|que|qual|quais|onde|quando|quant[oa]s?|como)|wie|wat|welke?|waar|wanneer|waarom|hoe",
);
const UNSPACED =
  /什么|哪|谁|几|多少|怎么|吗[？?。]*$|何|誰|どこ|いつ|どの|いくつ|ですか|ますか|ましたか|뭐|무엇|누구|어디|언제|어떤|몇|어느|(?:나요|까요|습니까)/u;
/**
 * Matches the beginning of a request such as "remind me". A request can ask for something that the
 * memory knows, as a question does.
 */
const REQUEST = begins(
  "(?:please )?(?:remind|tell|show|give|list|suggest|recommend|plan|find|look up|book|write|can you|could you)|(?:bitte )?(?:sag|sage|zeig|nenn|nenne|gib|schlag|erinner\\p{L}*|empfiehl|plan|such|kannst du)|(?:dime|dame|recuérdame|recomiéndame|sugiéreme|muéstrame)|(?:dis|donne|rappelle|montre|propose|suggère)(?:-moi)?|(?:dimmi|dammi|ricordami|mostrami|suggeriscimi|consigliami)|(?:me )?(?:diga|diz|dê|lembre|mostre|sugira|recomende)|(?:zeg|vertel|geef|herinner|toon|stel)",
);

/**
 * The tests read only this number of characters, because nearly every question shows at its
 * beginning that it asks.
 */
const READ_CHARS = 400;

function endsWithMark(text: string): boolean {
  return MARK.test(text.trimEnd().slice(-12));
}

export function asks(text: string): boolean {
  return asksQuestion(text) || REQUEST.test(text.slice(0, READ_CHARS));
}

export function asksQuestion(text: string): boolean {
  const said = text.slice(0, READ_CHARS);
  return endsWithMark(text) || QUESTION.test(said) || UNSPACED.test(said);
}

/**
 * Whether the text ends with a question mark, or with a question word in Chinese, Japanese or
 * Korean.
 */
export function endsWithQuestion(text: string): boolean {
  return endsWithMark(text) || /(?:吗|か|까요|나요)[。.?？]{0,3}$/u.test(text.trimEnd().slice(-8));
}

const ADVICE = [
  words(
    "should|recommend\\p{L}*|suggest\\p{L}*|advise|advice|ideas?|could i|best|joke|poem|story|sollte?n?|empfiehl\\p{L}*|empfehl\\p{L}*|vorschl\\p{L}*|schlag|rate[nt]?|witz|gedicht|debería|recomiend\\p{L}*|sugier\\p{L}*|consejo|chiste|devrais|recommande\\p{L}*|conseill\\p{L}*|suggère\\p{L}*|propose|blague|dovrei|consigli\\p{L}*|suggeri\\p{L}*|barzelletta|devo|deveria|recomend\\p{L}*|sugi\\p{L}*|conselho|piada|moet ik|zou ik|aanrad\\p{L}*|raad|stel|grapje",
  ),
  /应该|推荐|建议|笑话|べき|おすすめ|勧め|提案|冗談|해야|추천|제안|농담/u,
];

/**
 * Whether the text asks for advice or for something invented. Such a question has no single right
 * answer.
 */
export function asksAdvice(text: string): boolean {
  return ADVICE.some((pattern) => pattern.test(text));
}

const PERSON = [
  words(
    "who|whom|whose|wer|wen|wem|wessen|quién|quiénes|qui|chi|quem|(?:met|van|voor|door|aan) wie",
  ),
  /谁|誰|누구/u,
];
const PLACE = [
  words(
    "where|wo|wohin|dónde|adónde|où|dove|onde|aonde|waar|(?:which|what|welche[rnms]?|qué|quelle|quale|qual|que|welke) (?:city|town|country|place|stadt|land|ciudad|país|ville|pays|città|paese|cidade|stad)",
  ),
  /哪里|哪儿|哪个城市|どこ|어디/u,
];

const DUTCH_PERSON = begins("wie");

export function asksPerson(text: string): boolean {
  // "Wie" means "who" in Dutch but "how" in German.
  if (DUTCH_PERSON.test(text)) return languageOf(text) === "nl";
  return PERSON.some((pattern) => pattern.test(text));
}

export function asksPlace(text: string): boolean {
  return PLACE.some((pattern) => pattern.test(text));
}

const ORDER =
  /(?<!\p{L})(?:in (?:what|which) order|reihenfolge|en qué orden|dans quel ordre|in (?:che|quale) ordine|em que ordem|volgorde)(?!\p{L})|顺序|順番|순서/iu;

/** Whether the question asks in which order things come. */
export function asksOrder(question: string): boolean {
  return ORDER.test(question);
}

/**
 * Matches questions to which the right answer changes. Examples are questions about the current
 * time, the weather or a random number.
 */
const CHANGING = [
  words(
    "now|today|currently|right now|weather|random|another|else|more|next|latest|news|jetzt|heute|gerade|wetter|zufällig\\p{L}*|noch ein\\p{L}*|sonst|ahora|hoy|tiempo hace|otr[oa]|más|maintenant|aujourd['’]hui|météo|autre|adesso|oggi|altr[oaie]|agora|hoje|outr[oa]|mais|nu|vandaag|weer|ander\\p{L}*|nog",
  ),
  /现在|今天|天气|别的|今|今日|天気|他に|지금|오늘|날씨|다른/u,
];

export function hasChangingAnswer(question: string): boolean {
  return CHANGING.some((pattern) => pattern.test(question));
}

export type AskedKind = "time" | "number";

const TIME = [
  words(
    "when|(?:what|which) (?:date|day|year|month|week|time)|wann|welche[mrsn]? (?:Tag|Jahr|Monat|Datum)|cuándo|qué (?:día|año|mes|fecha)|quand|quel(?:le)? (?:jour|année|mois|date)|quando|(?:che|quale) (?:giorno|anno|mese|data)|(?:que|qual) (?:dia|ano|mês|data)|wanneer|welk(?:e)? (?:dag|jaar|maand|datum)",
  ),
  /什么时候|何时|哪[一]?[天年月]|几[月号]|いつ|何[年月日]|언제|몇\s?(?:년|월|일)/u,
];
const NUMBER = [
  words(
    "how (?:many|much|old|often|long)|wie ?(?:viele?|alt|oft|lange)|cuánt[oa]s?|combien|quant[oaie]|quant[oa]s|hoe ?(?:veel|oud|vaak|lang)",
  ),
  /多少|几[个次岁]|多[大久]|いくつ|何[人個回歳匹冊枚]|どのくらい|몇\s?(?:명|개|번|살)|얼마/u,
];

/** Returns undefined if the question asks for neither a time nor a number. */
export function askedKind(question: string): AskedKind | undefined {
  if (TIME.some((pattern) => pattern.test(question))) return "time";
  return NUMBER.some((pattern) => pattern.test(question)) ? "number" : undefined;
}

const REASON = words(
  "why|how come|(?:for )?what reasons?|what (?:made|makes|caused|causes)|warum|weshalb|wieso|aus welchem grund|por qué|por que|porquê|pourquoi|perché|come mai|waarom|hoezo",
);
const REASON_UNSPACED = /为什么|为何|為什麼|なぜ|どうして|왜/u;

export function asksReason(text: string): boolean {
  const said = text.slice(0, READ_CHARS);
  return REASON.test(said) || REASON_UNSPACED.test(said);
}
