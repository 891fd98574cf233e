/** Recognises texts that replace an earlier statement: corrections, and changes of a fact. */

const words = (either: string) => new RegExp(`(?<!\\p{L})(?:${either})(?!\\p{L})`, "iu");

const REPLACED: readonly RegExp[] = [
  words(
    "correct(?:ion|ed)|instead|chang(?:es?|ed)|rais(?:es?|ed)|lower(?:s|ed)|reduc(?:es?|ed)|mov(?:es?|ed)|postpon(?:es?|ed)|push(?:es|ed)|brought forward|extend(?:s|ed)|switch(?:es|ed)|upped|updated?|make (?:it|that)|no longer|not any ?more|from now on|actually|scratch that|after all|re(?:scheduled|booked|located|named)",
  ),
  words(
    "korrektur|korrigier\\p{L}*|stattdessen|geändert|ändert\\p{L}*|erhöht|gesenkt|reduziert|verschoben|verlegt|vorgezogen|verlängert|umgebucht|ab (?:sofort|jetzt|heute)|nicht mehr",
  ),
  words(
    "correction|en fait|finalement|plutôt|chang\\p{L}*|augment\\p{L}*|baiss\\p{L}*|réduit\\p{L}*|repouss\\p{L}*|report(?:é|ée|és|ées)|avanc(?:é|ée|és|ées)|déplac\\p{L}*|prolong\\p{L}*|désormais",
  ),
  words(
    "corrección|en realidad|al final|cambi\\p{L}*|sub(?:e|ió|ido|ieron) a|baj(?:a|ó|ado|aron) a|reduc\\p{L}*|aplaz\\p{L}*|retras\\p{L}*|adelant\\p{L}*|traslad\\p{L}*|ampli\\p{L}*|prorrog\\p{L}*|ya no",
  ),
  words(
    "correzione|in realtà|alla fine|cambi\\p{L}*|aument\\p{L}*|ridott\\p{L}*|rimandat\\p{L}*|spostat\\p{L}*|anticipat\\p{L}*|prolungat\\p{L}*|prorogat\\p{L}*|non più|d['’]ora in poi",
  ),
  words(
    "correção|na verdade|afinal|mud(?:ou|ado|ada|aram|amos|ança)|alterad\\p{L}*|alterou|alteraç\\p{L}*|aument\\p{L}*|reduz\\p{L}*|adi(?:ado|ada|aram|ou)|antecip\\p{L}*|prorrog\\p{L}*|remarc\\p{L}*|já não|não mais",
  ),
  words(
    "correctie|in plaats daarvan|gewijzigd|veranderd|verhoogd|verlaagd|verschoven|verplaatst|uitgesteld|vervroegd|verlengd|verzet|niet meer|vanaf nu",
  ),
  /更正|改成|改为|改到|换成|調整|调整|推迟|延期|提前|不再|其实|涨到|降到|訂正|変更|変わ|前倒し|延長|やっぱり|実は|ではなく|じゃなく|정정|변경|바뀌|바꿨|연기|앞당|연장|아니라|올랐|내렸/u,
];

/** Whether the text says that it replaces an earlier statement, as with "correction" or "raised". */
export function replacesEarlier(text: string): boolean {
  return REPLACED.some((pattern) => pattern.test(text));
}
