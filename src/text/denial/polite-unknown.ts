/**
 * Sources of regular expressions for polite refusals that say that the answer is unknown, such as
 * "non saprei dirLe" or "お答えできかねます". They need the flags `i` and `u`.
 */

const LETTER = "\\p{L}";
const words = (either: string) => `(?<!${LETTER})(?:${either})(?!${LETTER})`;

export const POLITE_UNKNOWN = [
  words(
    "(?:kann|können|könnte) (?:ich|wir) (?:\\p{L}+ ){0,4}(?:nicht|nichts|keine? \\p{L}+) (?:sagen|sehen|finden|beantworten|geben|helfen)|muss ich (?:leider )?passen|entzieht sich (?:meiner|unserer) kenntnis|(?:habe|haben) (?:ich|wir) (?:\\p{L}+ ){0,2}nichts gefunden",
  ),
  words(
    "no (?:dispongo|disponemos|dispone) de|no (?:tengo|tenemos|hay|existe) (?:constancia|registro|recuerdo)s?|no (?:aparece|figura) en (?:mis|los|las|la|el|mi)|no (?:puedo|podemos|podría|poder|podré) (?:ayudar|decir|responder|contestar)\\p{L}*|no sabría deci\\p{L}+|no (?:he|hemos) encontrado (?:nada|ningun\\p{L}*|información|datos)",
  ),
  words(
    "n['’](?:ai|avons) (?:rien|pas) trouvé (?:à ce sujet|là-dessus|à ce propos|d['’]information\\p{L}*|de réponse)|ne (?:dispose|disposons|possède) (?:pas|d['’]aucun\\p{L}*)|ne saurai[st] (?:pas )?(?:vous|te|le) (?:le |la )?(?:dire|préciser)|ne (?:peux|pouvons) (?:pas )?(?:malheureusement )?(?:pas )?(?:répondre|vous (?:le dire|aider|répondre|renseigner))|ne figure(?:nt)? (?:pas|nulle part)|aucune (?:date|trace|réponse) (?:ne |n['’])|aucun (?:souvenir|élément|renseignement)",
  ),
  words(
    "non (?:ho|abbiamo) trovato (?:nulla|niente|informazion\\p{L}+|riscontr\\p{L}+)|non ne (?:ho|abbiamo) (?:traccia|idea|notizia)|non (?:sono|siamo) in grado di|non saprei|non risulta(?:no)? (?:nei|nelle|nella|nel|dai|dalle|nulla|da)|non (?:posso|potrei) (?:rispond|aiutar|dir)\\p{L}+|non (?:dispongo|disponiamo) di",
  ),
  words(
    "não (?:encontrei|encontramos|achei) (?:nada|nenhum\\p{L}*|informa\\p{L}+|registos?|registros?)|não (?:há|existe|tenho|temos) (?:qualquer |nenhum )?(?:registo|registro|nota)s?|não (?:consigo|posso|podemos|poderia) (?:responder|ajudar|dizer|informar)\\p{L}*|não (?:me|nos) foi dit[oa]|não sabe?ria dizer|não (?:disponho|dispomos) de",
  ),
  words(
    "(?:niets|niks) (?:over|van|daarover) (?:\\p{L}+ )?(?:vinden|gevonden|bekend)|staat nergens|nergens (?:vermeld|genoemd|terug te vinden)|(?:kan|kunnen) (?:ik|we|wij) (?:u|je|jou|jullie) (?:\\p{L}+ ){0,2}niet (?:mee |bij |verder )?(?:helpen|zeggen|vertellen|beantwoorden)|niet (?:genoteerd|vastgelegd|geregistreerd)",
  ),
  "(?:没有?|未)[^。，]{0,3}(?:相关|有关)的?(?:内容|资料|信息|记录)|^[^。，]{0,6}(?:没有?|未)(?:能)?(?:找到|查到)(?=相关|任何|有关|。|$)|恕[^。]{0,4}(?:无法|不能)|无从(?:得知|知晓)",
  "見(?:当|あ)た(?:りませ|らな)|(?:^|[、。]|(?:情報|記録|件|内容|記載|データ)[^。]{0,3}[はがも])\\s*見つか(?:りませ|らな)|お答えでき(?:ませ|ない|かね)|(?:でき|いたし|わかり|分かり|判り)かね|存じ(?:上げ|あげ)?ませ|把握して(?:いませ|おりませ)",
  "(?:정보|기록|내용|자료|언급)[^.]{0,4}\\s?찾(?:지 못|을 수 없)|^\\s*찾(?:지 못|을 수 없)|답변\\s?(?:드리기|하기)\\s?(?:어렵|힘들|곤란)|확인(?:되지 않|할 수 없|이 (?:어렵|되지))|(?:말씀드리|알려\\s?드리|대답하)\\p{L}{0,2} (?:수 없|어렵)",
].join("|");

/** Matches English phrases such as "I have nothing on that". */
export const ENGLISH_POLITE_UNKNOWN =
  "\\b(?:I|we)(?: have|['’]ve)(?: got)? nothing (?:on|about|regarding)\\b";
