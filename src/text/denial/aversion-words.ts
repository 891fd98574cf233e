/**
 * Finds verbs and phrases that deny without a negation word: "hates rain" answers "Does she like
 * rain?" with no.
 */

const LETTER = "\\p{L}";

const AVERSION = new RegExp(
  `(?<!${LETTER})(?:${[
    "hat(?:es?|ed|ing)|dislik(?:es?|ed|ing)|detest\\p{L}*|loath(?:es?|ed|ing)|refus(?:es?|ed|ing)|avoid\\p{L}*|forb(?:ids?|ade|idden)|prohibit\\p{L}*|banned|off limits|allergic|fail(?:s|ed)? to|quit|gave up|given up|stopped",
    "hass(?:t|te|en)|verabscheu\\p{L}*|meide[tn]?|vermeid\\p{L}*|verboten|weiger\\p{L}*|allergisch|aufgegeben",
    "odi(?:a|o|an|aba)|detesta\\p{L}*|evita\\p{L}*|prohibid\\p{L}*|alérgic\\p{L}*",
    "déteste\\p{L}*|évite\\p{L}*|interdit\\p{L}*|refuse\\p{L}*|allergique",
    "evita\\p{L}*|vietat\\p{L}*|rifiut\\p{L}*|allergic\\p{L}*",
    "odeia\\p{L}*|detesta\\p{L}*|proibid\\p{L}*|recus\\p{L}*|alérgic\\p{L}*",
    "haat|haten|verafschuw\\p{L}*|vermijd\\p{L}*|verboden|weiger\\p{L}*",
  ].join("|")})(?!${LETTER})|讨厌|討厭|拒绝|拒絕|避免|禁止|嫌い|苦手|拒否|싫어|거부|금지`,
  "iu",
);

/** Whether the text rejects or forbids something without a negation word. */
export function rejects(text: string): boolean {
  return AVERSION.test(text);
}
