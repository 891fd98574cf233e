/**
 * Sources of regular expressions for words that mean yes, no or "unknown", in languages other than
 * English, German and Chinese. They need the flags `i` and `u`.
 */
import { FURTHER_NEGATIVE, FURTHER_UNKNOWN } from "../denial/further-languages.ts";
import { POLITE_UNKNOWN } from "../denial/polite-unknown.ts";

const LETTER = "\\p{L}";
const words = (either: string) => `(?<!${LETTER})(?:${either})(?!${LETTER})`;
/**
 * Matches a Japanese syllable (kana). If a text has one, it is Japanese. The character 不 inside a
 * word negates in Chinese, but not in Japanese.
 */
export const KANA = /[\u3040-\u30ff]/;

/** English adverbs that say how likely something is. */
export const LIKELIHOOD = [
  ...["likely", "unlikely", "probably", "presumably", "perhaps", "maybe", "possibly"],
] as const;

export const FOREIGN_YES = "sí|sì|oui|si,? claro|sim|はい|ええ|うん|네|예|응|그렇습니다|그래요?";
export const FOREIGN_NO = "non|não|nee|いいえ|いや|ううん|아니요?|아니오|아닙니다";

export const FOREIGN_NEGATIVE = [
  words(
    "nunca|jamás|jamais|tampoco|nadie|ningun[oa]s?|ningún|não|ninguém|nenhuma?|non(?!-)|nessun[oa]?|niente|nulla|aucune?|niet|geen|nooit|niemand|niets|nergens",
  ),
  // A French negation needs "ne" and a second word, such as "pas". "Ne" alone does not count,
  // because Italian has the same word with the meaning "of it".
  `(?<![\\p{L}'’])(?:ne\\s|n['’])[^.,;!?]{1,30}?${words("pas|plus|rien|personne|guère")}`,
  FURTHER_NEGATIVE,
  "지\\s?(?:않|못|마)|(?<!\\p{L})(?:안|못)\\s(?=\\p{L})|없(?!이는)|아니(?:다|에|었|라|고|며|요|오|ㅂ)|아닙니다|아닌",
].join("|");

export const JAPANESE_NEGATIVE =
  "ません|(?<![少危汚])な(?:い|かった|く(?!な))|ず(?:に|、)|(?<!\\p{L})(?:不|無|未)";

const INFORMATION =
  "(?:informa\\p{L}+|informatie|datos?|dados?|dati|données|gegevens|detalles?|detalhes?|dettagli|détails?|constancia|registros?|menci[oó]n|menção|mention|evidencia|evidência|indication|prova|vermelding)";

export const FOREIGN_UNKNOWN = [
  words(
    "no (?:lo )?sé|no (?:lo )?sabemos|no se sabe|no (?:se|es|está|estuvo|fue) (?:\\p{L}+ )?(?:menciona\\p{L}*|especifica\\p{L}*|indica\\p{L}*|conoce|claro|disponible)|no consta|no (?:puedo|pude|es posible) (?:encontrar|determinar|responder|saber)\\p{L}*|desconocid[oa]",
  ),
  words(
    "(?:je )?ne sais (?:pas|rien)|je l['’]ignore|(?:ne|n['’])\\s?(?:est|sont|a|ont) (?:pas|nulle part)(?: \\p{L}+)? (?:mentionnée?s?|précisée?s?|indiquée?s?|connue?s?|disponibles?|clair)|inconnue?s?|impossible (?:de|à) (?:dire|savoir|déterminer)",
  ),
  words(
    "non (?:lo )?(?:so|sappiamo)|non si sa|non (?:è|sono|viene|vengono|risulta) (?:stat[oaie] )?(?:menzionat[oaie]|specificat[oaie]|indicat[oaie]|not[oaie]|chiaro|disponibil[ei])|sconosciut[oa]",
  ),
  words(
    "não (?:o )?(?:sei|sabemos)|não se sabe|não (?:é|são|foi|foram|está|estão) (?:mencionad[oa]s?|especificad[oa]s?|indicad[oa]s?|conhecid[oa]s?|clar[oa]|disponíve(?:l|is))|não consta|desconhecid[oa]s?",
  ),
  words(
    "weet (?:ik )?(?:het |dat )?niet|geen (?:idee|flauw idee)|weten (?:we|wij) niet|niet (?:vermeld|genoemd|bekend|duidelijk|beschikbaar|aangegeven)|onbekend",
  ),
  words(
    `(?:no (?:hay|tengo|existe|se (?:da|proporciona)n?)|(?:aucune?|pas d[e'’]) ?|non (?:ci sono|c['’]è|ho)|nessun[ao]?['’]?|não (?:há|tenho|existem?)|sem|sin|geen) ?(?:\\p{L}+ ){0,2}?${INFORMATION}`,
  ),
  FURTHER_UNKNOWN,
  POLITE_UNKNOWN,
  "(?:わか|分か|判)りません|(?:わか|分か|判)らない|知りません|不明|(?:情報|記録|記載|言及)[^。]{0,8}(?:ありません|ない|されていません|なし)",
  "모르겠|모릅니다|몰라|알\\s?수\\s?없|(?:정보|기록|언급|내용)[^.]{0,8}(?:없|않)|불명",
].join("|");
