/**
 * Finds words that deny without a word for "not": "She declined" and "She hates rain" answer a
 * question with no.
 */

const LETTER = "\\p{L}";
const words = (either: string) => new RegExp(`(?<!${LETTER})(?:${either})(?!${LETTER})`, "iu");

const DENIALS: readonly RegExp[] = [
  words(
    "(?:declin|refus|reject|cancel|quit|skipp?|avoid)\\p{L}*|turn(?:ed|ing|s)? (?:it |them |that |the \\p{L}+ )?down|gave up|giv(?:e|en|es|ing) up|unwilling|unable|stopp(?:ed|ing)|stops? \\p{L}+ing|unsubscrib\\p{L}*|decid\\p{L}* against|called (?:it )?off|passed on|withdrew|withdrawn|(?:dropped|pulled|backed) out|fail(?:s|ed)?|flunked|forb(?:ids?|ade|idden)|prohibit\\p{L}*|banned|off limits|allergic|hat(?:es?|ed|ing)|(?:dislik|detest|loath)\\p{L}*",
  ),
  words(
    "(?:ge|ab|ver)?(?:lehnt|lehnte|weigert|weigerte)|lehn(?:t|te|ten)|ablehn\\p{L}*|abgelehnt|abgesagt|sag(?:t|te) \\p{L}+ ab|ausgeschlagen|verzicht\\p{L}*|aufgegeben|aufgehört|gekündigt|gescheitert|durchgefallen|versemmelt|verbietet|verbot|verboten|untersagt|meide[nt]?|vermeid\\p{L}*|hass(?:t|te|en)|verabscheu\\p{L}*|weiger\\p{L}*|allergisch",
  ),
  words(
    "(?:rechaz|declin|cancel|renunci|rehus|evit|descart|prohíb|prohib|detest|alérgic)\\p{L}*|odi(?:a|o|an|aba)|dejé|dejó|dejado (?:de|el|la|los|las)|abandon\\p{L}+|me negué|se negó|suspend\\p{L}+",
  ),
  words(
    "(?:refus|déclin|renonc|annul|évit|rejet|interdi|détest)\\p{L}*|allergique|arrêté|cessé|abandonné|échoué",
  ),
  words(
    "(?:rifiut|declin|rinunci|annull|evit|respint|proib|viet|detest|allergic)\\p{L}*|odi(?:a|o|ano|are|ava)|smesso|lasciato perdere|bocciat[oa]",
  ),
  words(
    "(?:recus|rejeit|declin|cancel|desist|evit|proib|proíb|odei|detest|alérgic)\\p{L}*|deixei|deixou|reprov\\p{L}+",
  ),
  words(
    "(?:afgeslagen|geweigerd|weiger\\p{L}*|afgewezen|afgezegd|bedankt voor|opgegeven|gestopt|gezakt|geannuleerd|vermijd\\p{L}*|haat|haten|verafschuw\\p{L}*|allergisch|verbied\\p{L}*|verbiedt|verboden|sloeg \\p{L}+ af|wees \\p{L}+ af)",
  ),
  /讨厌|討厭|避免|嫌い|苦手|싫어|婉拒|拒绝|拒絕|谢绝|謝絕|推辞|推掉|放弃|放棄|取消|戒了|戒掉|戒烟|戒酒|不再|禁止|不许|不准|退出|辞退|断っ|断り|断る|お断り|拒否|諦め|あきらめ|やめ|取りやめ|中止|금지|거절|거부|사양|포기|취소|그만두|그만뒀|끊었|끊고/u,
];

export function deniesWithoutNot(text: string): boolean {
  return DENIALS.some((pattern) => pattern.test(text));
}
