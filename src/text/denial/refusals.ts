/**
 * Finds verbs that deny without a word for "not", such as "declined" and "quit". A message with
 * such a verb can support the answer "no".
 */

const LETTER = "\\p{L}";
const words = (either: string) => new RegExp(`(?<!${LETTER})(?:${either})(?!${LETTER})`, "iu");

const REFUSALS: readonly RegExp[] = [
  words(
    "(?:declin|refus|reject|cancel|quit|skipp?|avoid)\\p{L}*|turn(?:ed|ing|s)? (?:it |them |that |the \\p{L}+ )?down|gave up|giv(?:e|en|es|ing) up|stopp(?:ed|ing)|called (?:it )?off|passed on|withdrew|withdrawn|failed|flunked|forb(?:ids?|ade|idden)|prohibit\\p{L}*|banned",
  ),
  words(
    "(?:ge|ab|ver)?(?:lehnt|lehnte|weigert|weigerte)|lehn(?:t|te|ten)|ablehn\\p{L}*|abgelehnt|abgesagt|sag(?:t|te) \\p{L}+ ab|ausgeschlagen|verzicht\\p{L}*|aufgegeben|aufgehört|gekündigt|gescheitert|durchgefallen|versemmelt|verbietet|verbot|verboten|untersagt|meide[nt]?|vermeide[nt]?",
  ),
  words(
    "(?:rechaz|declin|cancel|renunci|rehus|evit|descart|prohíb|prohib)\\p{L}*|dejé|dejó|dejado (?:de|el|la|los|las)|abandon\\p{L}+|me negué|se negó|suspend\\p{L}+",
  ),
  words("(?:refus|déclin|renonc|annul|évit|rejet|interdi)\\p{L}*|arrêté|cessé|abandonné|échoué"),
  words(
    "(?:rifiut|declin|rinunci|annull|evit|respint|proib|viet)\\p{L}*|smesso|lasciato perdere|bocciat[oa]",
  ),
  words(
    "(?:recus|rejeit|declin|cancel|desist|evit|proib|proíb)\\p{L}*|deixei|deixou|reprov\\p{L}+",
  ),
  words(
    "(?:afgeslagen|geweigerd|weiger\\p{L}*|afgewezen|afgezegd|bedankt voor|opgegeven|gestopt|gezakt|geannuleerd|vermijd\\p{L}*|verbied\\p{L}*|verbiedt|verboden|sloeg \\p{L}+ af|wees \\p{L}+ af)",
  ),
  /婉拒|拒绝|拒絕|谢绝|謝絕|推辞|推掉|放弃|放棄|取消|戒了|戒掉|戒烟|戒酒|不再|禁止|不许|不准|退出|辞退|断っ|断り|断る|お断り|拒否|諦め|あきらめ|やめ|取りやめ|中止|금지|거절|거부|사양|포기|취소|그만두|그만뒀|끊었|끊고/u,
];

/** Whether the text has a verb that denies without a word for "not". */
export function refuses(text: string): boolean {
  return REFUSALS.some((pattern) => pattern.test(text));
}
