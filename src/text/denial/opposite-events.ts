/**
 * Tests whether two texts say the same or the opposite about an event. It knows pairs of opposite
 * words, such as "goes ahead" and "called off". With a word for "not", such as in "not called off",
 * a text means the opposite.
 */
import { isNegated } from "../polarity.ts";

/** @param unspaced words of languages that write no spaces, or that add endings to every word */
const words = (either: string, unspaced = "(?!)") =>
  new RegExp(`(?<!\\p{L})(?:${either})(?!\\p{L})|${unspaced}`, "iu");

const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [
    words("plan(?:s|ned)?|will be|going to|geplant"),
    words("decid\\p{L}* against|ruled out|abandon(?:s|ed)|no plans|dagegen entschieden"),
  ],
  [words("subscrib(?:es|ed)|signed up|opted in"), words("unsubscrib(?:es|ed)|opted out")],
  [
    words(
      "go(?:es|ing)? ahead|went ahead|gone ahead|tak(?:es?|ing) place|took place|as planned|as scheduled|still on|confirm(?:s|ed)?|ke(?:eps?|pt)|retain(?:s|ed)?|in place(?! of)|reinstated|renew(?:s|ed)?|findet statt|fand statt|stattgefunden|bestätigt|postponed|verschoben|vertagt|se (?:celebra|mantiene|aplaza)|(?:sigue|siguió) en pie|aplaz\\p{L}+|pospuest[oa]|pospus\\p{L}+|aura lieu|a (?:bien )?eu lieu|est maintenue?|re(?:port|pouss)(?:ée?s?|er)|si (?:terrà|tiene|fa)|si è (?:tenut|svolt)[oa]|confermat[oa]|rinvi\\p{L}+|rimandat[oa]|realiza-se|realizou-se|mantém-se|adiad[oa]|adi(?:ou|aram)|gaat door|ging door|doorgegaan|uitgesteld",
      "照常|如期|延期|推迟|推遲|開催|行われ|実施|연기(?:되|됐|된|했)|미뤄|예정대로|그대로 진행",
    ),
    words(
      "cancel\\p{L}*|call(?:s|ed|ing)? (?:it |this |that |\\p{L}+ )?off|(?:is|are|was|were|be|been|it['’]s|now) off|scrapp?(?:s|ed)|axed|f(?:ell|alls?|allen) through|terminat(?:es|ed)|abgesagt|fällt aus|fiel aus|ausgefallen|gestrichen|(?:se )?(?:cancel|anul|suspend)\\p{L}+|annulé\\p{L}*|supprimée?s?|annullat[oaie]|saltat[oa]|sospes[oa]|cancelad[oa]s?|geannuleerd|afgelast|geschrapt|vervallen",
      "取消|中止|취소",
    ),
  ],
  [
    words(
      "accept(?:s|ed)?|agree(?:s|d)|approv(?:es|ed)|grant(?:s|ed)|said yes|willing|zugesagt|angenommen|genehmigt|bewilligt|acept(?:a|ó|é|aron|ado|ada)|concedid[oa]|aprobad[oa]|acceptée?s?|accordée?s?|approuvée?s?|accett(?:a|ò|ato|ata)|approvat[oa]|concess[oa]|aceit(?:a|ou|ei|e)|aprovad[oa]|aanvaard|aangenomen|goedgekeurd",
      "同意|接受|批准|答应|承認|引き受け|受け入れ|승인|수락|허가",
    ),
    words(
      "declin(?:es?|ed)|refus(?:es?|ed|al)|reject(?:s|ed)|den(?:ies|ied)|turn(?:s|ed) (?:it |them |\\p{L}+ )?down|said no|unwilling|abgelehnt|abgesagt|ausgeschlagen|rechaz\\p{L}+|denegad[oa]|refusée?s?|rejetée?s?|décliné\\p{L}*|rifiut\\p{L}+|respint[oa]|bocciat[oa]|recus\\p{L}+|rejeit\\p{L}+|chumbad[oa]|afgewezen|geweigerd|afgeslagen|weggestemd|verw(?:ierp|orpen)",
      "拒绝|拒絕|驳回|否决|婉拒|却下|断(?:っ|り|る)|拒否|거절|반려|부결",
    ),
  ],
  [words("pass(?:es|ed)|bestanden"), words("fail(?:s|ed)|flunked|durchgefallen")],
  [words("w[io]ns?|beat|gewonnen"), words("los(?:t|es?)|beaten|verloren")],
  [
    words(
      "b(?:uys?|ought)|purchas(?:es|ed)|keeps?|kept|gekauft|behalten|behält|behielt|(?:se )?qued(?:a|ó|arse) con|conserv\\p{L}+|gard(?:e|é|er|ée)|(?:si )?tiene|tenut[oa]|fic(?:a|ou|ar) com|manteve|behoudt|gehouden",
    ),
    words(
      "sells?|sold|verkauft|sold out|ausverkauft|verkaufte|vend(?:e|í|ió|ido|ida|er|u|ue|re|é|ée|eu|eram)|venduto|venduta|verkocht|verkoopt",
    ),
  ],
  [
    words(
      "allow(?:s|ed)|permit(?:s|ted)|may (?:use|have|take|eat|drive|play|keep|stay|go)|free to|erlaubt",
    ),
    words(
      "forb(?:ids?|ade|idden)|bann?(?:s|ed)|prohibit(?:s|ted)|stays? off|(?:days|weeks|months) off|verboten",
    ),
  ],
  [
    words("likes?|liked|loves?|loved|enjoys?|enjoyed|mag|liebt"),
    words("hates?|hated|dislikes?|disliked|detests?|detested|hasst"),
  ],
  [
    words(
      "rose|rises?|risen|rais(?:es|ed)|increas(?:es|ed)|went up|gr(?:ew|own)|gestiegen|erhöht|sub(?:ió|ieron|ido)|au(?:g)?ment\\p{L}+|cresc\\p{L}+|toegenomen|gestegen",
      "上涨|增加|上が|増え|올랐|증가",
    ),
    words(
      "fell|falls?|fallen|drop(?:s|ped)|lower(?:s|ed)|decreas(?:es|ed)|reduc(?:es|ed)|went down|gesunken|gesenkt|baj(?:ó|aron|ado)|disminu\\p{L}+|baiss\\p{L}+|diminu\\p{L}+|calat[oaie]|ca(?:iu|íram)|gedaald|afgenomen",
      "下降|减少|下が|減|내렸|감소",
    ),
  ],
  [
    words("start(?:s|ed)|beg[au]n|took up|taken up|angefangen|begonnen"),
    words("stopp(?:s|ed)|quits?|g[ai]ven? up|gave up|aufgehört|aufgegeben"),
  ],
  [words("open(?:s|ed)?|geöffnet"), words("clos(?:es|ed)|shut|geschlossen")],
  [
    words("hir(?:es|ed)|recruit(?:s|ed)|appointed|eingestellt"),
    words("fir(?:es|ed)|dismiss(?:es|ed)|sacked|laid off|entlassen"),
  ],
  [
    words("enabl(?:es|ed)|activat(?:es|ed)|(?:turn|switch)(?:s|es|ed) on|eingeschaltet|aktiviert"),
    words(
      "disabl(?:es|ed)|deactivat(?:es|ed)|(?:turn|switch)(?:s|es|ed) off|ausgeschaltet|deaktiviert",
    ),
  ],
  [
    words(
      "attend(?:s|ed)|tak(?:es?|ing) part|took part|is coming|comes?|join(?:s|ed|ing)?|nimmt teil|teilgenommen",
    ),
    words("absent|stay(?:s|ed) away|skip(?:s|ped)|miss(?:es|ed)|bleibt fern|verpasst"),
  ],
  [
    words("sign(?:s|ed|ing)?|join(?:s|ed)|unterschrieben"),
    words("pull(?:s|ed) out|withdr[ae]ws?|withdrawn|back(?:s|ed) out|ausgestiegen"),
  ],
  [
    words("occupied|rented(?: out)?|inhabited|vermietet|bewohnt"),
    words("vacant|empty|unoccupied|leer(?:steht|stehend)?|frei"),
  ],
  [
    words(
      "fine|all right|alright|okay|tolerat(?:es?|ed)|can(?:not|['’]t)? (?:eat|have|take)|verträgt",
    ),
    words("allerg(?:ic|y)|intoleran(?:t|ce)|allergisch"),
  ],
  [
    words("under warranty|still valid|valid until|in force|gültig"),
    words("expired?|lapsed|r[au]n out|abgelaufen"),
  ],
  [
    words("working|repaired|fixed|funktioniert|repariert"),
    words("broken|out of order|defekt|kaputt"),
  ],
];

/** Separates the clauses of a sentence. */
const CLAUSE =
  /[,;:.!?]\s|[，、。；]|\s(?:but|and|so|aber|und|sino|pero|mais|ma|mas|maar|because|weil|denn|porque|parce que|car|perché|omdat)\s|(?<=(?:じゃ|では?)なく(?:て)?|아니라|아니고|않고|말고)|而是/iu;
const WITHOUT = words("without|ohne");
/**
 * Matches "but not". A text such as "may use it at home but not at school" affirms and denies the
 * same event. So `signOf` returns undefined for such a text.
 */
const BUT_NOT = words("but not|aber nicht");

/** Whether another text says the same or the opposite about an event. */
export type EventComparison = (other: string) => "same" | "opposite" | undefined;

/** The result of `eventsOf` for a text that has no word of the pairs in `PAIRS`. */
export const NO_EVENT: EventComparison = () => undefined;

/**
 * Returns a function that compares the events of the text with those of another text. The function
 * returns undefined if the texts do not use words of one pair, or if one text has both words of the
 * pair.
 */
export function eventsOf(text: string): EventComparison {
  const own = PAIRS.flatMap((pair) => {
    const sign = signOf(text, pair);
    return sign === undefined ? [] : [{ pair, sign }];
  });
  if (own.length === 0) return NO_EVENT;
  return (other) => {
    for (const { pair, sign } of own) {
      const given = signOf(other, pair);
      if (given !== undefined) return given === sign ? "same" : "opposite";
    }
    return undefined;
  };
}

/**
 * Each pair of `PAIRS` has two groups of words, and the groups have opposite meanings. Returns
 * patterns for the groups that contain the word.
 */
export function synonymsOf(word: string): readonly RegExp[] {
  return PAIRS.flat().filter((group) => group.test(word));
}

/** Returns whether the text affirms the first word of the pair; undefined if it is unclear. */
function signOf(
  text: string,
  [affirming, denying]: readonly [RegExp, RegExp],
): boolean | undefined {
  if (!affirming.test(text) && !denying.test(text)) return undefined;
  if (BUT_NOT.test(text)) return undefined;
  const signs = text.split(CLAUSE).flatMap((clause) => {
    const [affirms, denies] = [affirming.test(clause), denying.test(clause)];
    if (affirms === denies) return affirms ? [true, false] : [];
    return affirms !== (isNegated(clause) || WITHOUT.test(clause));
  });
  return signs.every((sign) => sign === signs[0]) ? signs[0] : undefined;
}
