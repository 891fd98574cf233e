/**
 * Words in ten languages that show that a message revises an earlier one: "make it Friday instead",
 * "doch lieber am Montag", "al final". They do not say what is revised. So the caller must compare
 * the values of the two messages.
 */

const words = (either: string) => new RegExp(`(?<!\\p{L})(?:${either})(?!\\p{L})`, "iu");

const REVISED: readonly RegExp[] = [
  words(
    "wait|hold on|scratch that|correction|make (?:it|that)|change of plans?|instead|after all|in the end|no longer|not [^.;!?]{1,40} any ?more|from (?:now|today|tomorrow) on|(?:as )?from (?:now|today)|(?:has|have|was|were|is|are|got|been|we|they|i)(?:['’]ve)? (?:been )?(?:moved|switched|changed|postponed|rescheduled|pushed back|brought forward) (?:to|from|it|them|that)|turns out",
  ),
  words(
    "moment|halt|korrektur|doch (?:nicht|lieber|erst|schon)|stattdessen|letztlich|letztendlich|am ende|nicht mehr|ab (?:jetzt|heute|sofort)|verschoben|verlegt|umgestellt|geändert|vorgezogen",
  ),
  words(
    "espera|perdón|corrijo|mejor|en lugar|en vez|al final|finalmente|ya no|a partir de (?:ahora|hoy)|(?:he|ha|hemos|han) cambiado|cambiamos|cambiaron|se (?:cambió|pasó|movió|aplazó)|pasamos a|aplazad[oa]s?",
  ),
  words(
    "attends|attendez|pardon|rectification|plutôt|finalement|au final|ne [^.;!?]{1,40} plus|n['’][^.;!?]{1,40} plus|désormais|à partir (?:de maintenant|d['’]aujourd['’]hui)|(?:a|ont|est|été) (?:reporté|décalé|déplacé|avancé|changé)e?s?",
  ),
  words(
    "aspetta|scusa|anzi|correzione|invece|alla fine|non [^.;!?]{1,40} più|non più|d['’]ora in poi|da oggi|(?:è|ha|hanno|abbiamo|stat[oa]) (?:spostat|rimandat|cambiat|anticipat)[oaie]",
  ),
  words(
    "espera|desculpa|aliás|correção|em vez|no final|afinal|já não|não [^.;!?]{1,40} mais|não mais|a partir de (?:agora|hoje)|mudou|mudamos|mudei|mudaram|adiad[oa]s?|remarcad[oa]s?",
  ),
  words(
    "wacht|correctie|toch (?:maar|niet|liever)|in plaats|uiteindelijk|niet meer|vanaf (?:nu|vandaag)|verzet|verplaatst|verschoven|gewijzigd|vervroegd|uitgesteld",
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
