/**
 * Words in ten languages that show that a message revises an earlier one: "make it Friday instead",
 * "doch lieber am Montag", "al final". They do not say what is revised. So the caller must compare
 * the values of the two messages.
 */

const words = (either: string) => new RegExp(`(?<!\\p{L})(?:${either})(?!\\p{L})`, "iu");

/** Such a word begins a correction only if a mark follows: "wait, Tuesday", but not "I can wait". */
const MARK = "(?=\\s*[,.!…:–—-])";
/** "At the end of the street" revises nothing. */
const OF = "(?!\\s(?:of|de|del|der|des|du|do|da|dos|das|dell[ao]|dei|van|von)(?!\\p{L}))";

const REVISED: readonly RegExp[] = [
  words(
    `(?:wait|hold on|correction)${MARK}|scratch that|make (?:it|that)|change of plans?|instead|after all|in the end${OF}|no longer|not [^.;!?]{1,40} any ?more|from (?:now|today|tomorrow) on|(?:as )?from (?:now|today)|(?:has|have|was|were|is|are|got|been|we|they|i)(?:['’]ve)? (?:been )?(?:moved|switched|changed|postponed|rescheduled|pushed back|brought forward) (?:to|from|it|them|that)|turns out`,
  ),
  words(
    `(?:moment|korrektur)${MARK}|doch (?:nicht|lieber|erst|schon)|stattdessen|letztlich|letztendlich|am ende${OF}|nicht mehr|ab (?:jetzt|heute|sofort)|verschoben|verlegt|umgestellt|geändert|vorgezogen`,
  ),
  words(
    `(?:espera|perdón|corrijo)${MARK}|en lugar|en vez|al final${OF}|finalmente|ya no|a partir de (?:ahora|hoy)|(?:he|ha|hemos|han) cambiado|cambiamos|cambiaron|se (?:cambió|pasó|movió|aplazó)|pasamos a|aplazad[oa]s?`,
  ),
  words(
    `(?:attends|attendez|pardon|rectification)${MARK}|plutôt|finalement|au final|ne [^.;!?]{1,40} plus|n['’][^.;!?]{1,40} plus|désormais|à partir (?:de maintenant|d['’]aujourd['’]hui)|(?:a|ont|est|été) (?:reporté|décalé|déplacé|avancé|changé)e?s?`,
  ),
  words(
    `(?:aspetta|scusa|correzione)${MARK}|anzi|alla fine${OF}|non [^.;!?]{1,40} più|non più|d['’]ora in poi|da oggi|(?:è|ha|hanno|abbiamo|stat[oa]) (?:spostat|rimandat|cambiat|anticipat)[oaie]`,
  ),
  words(
    `(?:espera|desculpa|correção)${MARK}|aliás|em vez|no final${OF}|afinal|já não|não [^.;!?]{1,40} mais|não mais|a partir de (?:agora|hoje)|mudou|mudamos|mudei|mudaram|adiad[oa]s?|remarcad[oa]s?`,
  ),
  words(
    `(?:wacht|correctie)${MARK}|toch (?:maar|niet|liever)|in plaats|uiteindelijk|niet meer|vanaf (?:nu|vandaag)|verzet|verplaatst|verschoven|gewijzigd|vervroegd|uitgesteld`,
  ),
  /等等|等一下|更正|改成|改到|改为|改為|换成|換成|不再|推迟|推遲|改期|やっぱり|変更|訂正|ではなく|じゃなく|に変[わえ]|延期|結局|변경|바꿨|바꾸기로|바뀌었|바뀐|대신|결국|연기|미뤘|미뤄졌/u,
];

/** Whether the text has words that revise what was said before. */
export function revises(text: string): boolean {
  return REVISED.some((pattern) => pattern.test(text));
}

const FINAL: readonly RegExp[] = [
  words(
    "finally|in the end|eventually|ended up|final|letztlich|letztendlich|am ende|schließlich|endgültige?[nrs]?|finalmente|al final|finalement|au final|en fin de compte|alla fine|no final|no fim|afinal|uiteindelijk|definitieve?",
  ),
  /最终|最終|最后|最後|結局|结果|결국|최종|마지막/u,
];

/** Whether the question asks for the value that holds after all changes. */
export function asksFinal(question: string): boolean {
  return FINAL.some((pattern) => pattern.test(question));
}

const AGREED: readonly RegExp[] = [
  /^\P{L}*(?:ok(?:ay)?|great|perfect|fine|works|sure|deal|agreed|sounds good|gern|gerne|passt|klar|abgemacht|einverstanden|vale|de acuerdo|perfecto|d['’]accord|parfait|ça marche|va bene|perfetto|d['’]accordo|combinado|perfeito|prima|goed|akkoord)(?!\p{L})/iu,
  /^\P{L}*(?:好|可以|行|没问题|はい|了解|大丈夫|네|좋아|알겠)/u,
];

/** Whether the reply begins with words that agree, apart from "yes". */
export function agrees(reply: string): boolean {
  return AGREED.some((pattern) => pattern.test(reply));
}
