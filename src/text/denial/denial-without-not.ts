/**
 * Finds words that deny without a word for "not": "She declined" and "She hates rain" answer a
 * question with no.
 */

import { isNegated } from "../polarity.ts";

const LETTER = "\\p{L}";
const words = (either: string) => new RegExp(`(?<!${LETTER})(?:${either})(?!${LETTER})`, "iu");

const DENIALS: readonly RegExp[] = [
  words(
    "(?:declin|refus|reject|cancel|quit|skipp?|avoid)\\p{L}*|turn(?:ed|ing|s)? (?:it |them |that |the \\p{L}+ )?down|gave up|giv(?:e|en|es|ing) up|unwilling|unable|stopp(?:ed|ing)|stops? \\p{L}+ing|unsubscrib\\p{L}*|decid\\p{L}* against|called (?:it )?off|passed on|withdrew|withdrawn|denied|vetoed|(?:dropped|pulled|backed) out|fail(?:s|ed)?|flunked|forb(?:ids?|ade|idden)|prohibit\\p{L}*|banned|off limits|allergic|hat(?:es?|ed|ing)|(?:dislik|detest|loath)\\p{L}*",
  ),
  words(
    "(?:ge|ab|ver)?(?:lehnt|lehnte|weigert|weigerte)|lehn(?:t|te|ten)|ablehn\\p{L}*|abgelehnt|abgesagt|sag(?:t|te) \\p{L}+ ab|ausgeschlagen|verzicht\\p{L}*|aufgegeben|aufgehört|gekündigt|gescheitert|durchgefallen|versemmelt|verbietet|verbot|verboten|untersagt|meide[nt]?|vermeid\\p{L}*|hass(?:t|te|en)|verabscheu\\p{L}*|weiger\\p{L}*|abbestellt|storniert|abgeblasen|hingeschmissen|ausgetreten|verworfen|sausen (?:ge)?lassen|allergisch",
  ),
  words(
    "(?:rechaz|declin|cancel|renunci|rehus|evit|descart|prohíb|prohib|detest|alérgic)\\p{L}*|odi(?:a|o|an|aba)|dejé|dejó|dejado (?:de|el|la|los|las)|abandon\\p{L}+|me negué|se negó|suspend\\p{L}+|di de baja|dado de baja|dio de baja|rescind|anul(?:é|ó|ado|aron)|deneg\\p{L}*|desestim\\p{L}*",
  ),
  words(
    "(?:refus|déclin|renonc|annul|évit|rejet|interdi|détest|résili|décommand)\\p{L}*|allergique|arrêté|cessé|abandonné|échoué",
  ),
  words(
    "(?:rifiut|declin|rinunci|annull|evit|respint|proib|viet|detest|allergic|disdett|disdi[rc]|resciss|rescind|recedut)\\p{L}*|odi(?:a|o|ano|are|ava)|smesso|tolt[oa]|sospes[oa]|lasciato perdere|bocciat[oa]|saltat[oa]",
  ),
  words(
    "(?:recus|rejeit|declin|cancel|desist|evit|proib|proíb|odei|detest|alérgic)\\p{L}*|deixei|deixou|abr(?:iu|i|ir|iram) mão|indefer\\p{L}*|chumb\\p{L}*|desmar(?:c|qu)\\p{L}+|abandon\\p{L}+|reprov\\p{L}+",
  ),
  words(
    "(?:afgeslagen|opgezegd|zeg\\p{L}* \\p{L}+ op|afgeblazen|uitgeschreven|overgeslagen|sla(?:at|n)? (?:\\p{L}+ ){1,3}over|sloeg (?:\\p{L}+ ){1,3}over|laat (?:\\p{L}+ ){1,3}schieten|geweigerd|weiger\\p{L}*|afgewezen|afgezegd|bedankt voor|opgegeven|gestopt|gezakt|geannuleerd|vermijd\\p{L}*|haat|haten|verafschuw\\p{L}*|allergisch|verbied\\p{L}*|verbiedt|verboden|sloeg \\p{L}+ af|wees \\p{L}+ af)",
  ),
  /讨厌|討厭|避免|却下|不許可|不採用|否決|嫌い|苦手|싫어|婉拒|拒绝|拒絕|谢绝|謝絕|推辞|推掉|放弃|放棄|取消|戒了|戒掉|戒烟|戒酒|不再|禁止|不许|不准|退出|退掉|辞掉|驳回|否决|落选|回绝|回絕|辞退|断っ|断り|断る|お断り|拒否|諦め|あきらめ|やめ|取りやめ|見送|辞め|解約|中止|금지|거절|거부|사양|포기|취소|그만두|그만뒀|끊었|끊고|반려|기각|탈락|떨어졌|해지|탈퇴|관뒀/u,
];

export function deniesWithoutNot(text: string): boolean {
  return DENIALS.some((pattern) => pattern.test(text));
}

const ACCEPTS: readonly RegExp[] = [
  words(
    "accept\\p{L}*|agreed to|zusag\\p{L}*|zugesagt|annehm\\p{L}*|angenommen|acept\\p{L}*|accett\\p{L}*|aceit\\p{L}*|aangenomen|aanvaard\\p{L}*",
  ),
  /接受|答应|答應|引き受け|受け入れ|承諾|수락|받아들/u,
];

/** Whether the text says with a verb such as "accept" that somebody agreed. */
function accepts(text: string): boolean {
  return ACCEPTS.some((pattern) => pattern.test(text));
}

/** Whether one of the texts says that somebody declined, and the other that somebody accepted. */
export function declinesWhatOtherAccepts(a: string, b: string): boolean {
  const [first, second] = [accepts(a), accepts(b)];
  if (first === second) return false;
  const [accepting, other] = first ? [a, b] : [b, a];
  return deniesWithoutNot(other) && !deniesWithoutNot(accepting) && !isNegated(accepting);
}
