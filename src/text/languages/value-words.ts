/**
 * Patterns for words around a value, such as pronouns, forms of "to be", and polite endings. They
 * cover ten languages. With some of the patterns, callers remove such words to find the value
 * itself. With others, callers test whether a text says more than a value.
 */

/** Matches marks and words that join clauses. A text that contains one says more than a value. */
export const CLAUSES = /[，、,；;]|ので|けど|だけ|からです|아서|어서|니까|지만/u;
/**
 * Matches endings of verbs and adjectives. A text with such an ending is a statement, not only a
 * value.
 */
export const VERB_END =
  /(?:[たてるいうくすむぶぬつ]|ます|ました|[어아여해]요?|[었았했]어요?|습니다|ㄴ다|了|吧|呢|的)$/u;

/** Matches a pronoun and a form of "to be" before a value, such as "it is" or "his name was". */
export const COPULA =
  /^(?:(?:(?:it|that|this|he|she|they|there|his name|her name|its name|the name|you)(?:['’]s| is| was| are| were|['’]re)(?: called| named)?|its(?= )|(?:he|she|they)(?:['’]s| is| are) called)|(?:es|das|er|sie|der|die) (?:ist|war|sind|waren|heißt|heissen|heißen|hieß)|(?:eso |ese |esa |él |ella )?(?:es|era|fue|son|eran|se llama|se llamaba)|(?:c['’](?:est|était)|ce (?:sont|fut)|(?:il|elle)(?: s['’]appelle| est| était)|ils sont)|(?:lui |lei )?(?:è|era|sono|erano|fu|è stat[oa]|si chiama)|(?:isso |ele |ela |(?:o|a) (?:dele|dela) )?(?:é|era|foi|são|se chama|chama-se)|(?:het|dat|hij|ze|zij) (?:is|was|zijn|waren|heet|heette))\s+/iu;
export const UNSPACED_COPULA =
  /^(?:(?:那|这|它|他|她|我的?|其实|应该)*(?:是|叫|叫做|在|为)|(?:それ|これ|彼|彼女|名前|正しく)?は|(?:그건|그게|그것은|이름은)\s*)/u;
/** Matches polite endings. They do not belong to the value. */
export const UNSPACED_END =
  /(?:です|でした|だよ?|だった|ですよ|でございます|이에요|예요|입니다|이야|였어요|이었어요|에요|이고요)(?:よ|ね)?[。.!！]*$/u;
/** Matches a form of "to be". A text that contains one is a sentence, not only a value. */
export const TO_BE =
  /(?<!\p{L})(?:is|are|was|were|isn['’]t|ist|sind|war|waren|es|son|era|est|sont|était|è|sono|é|são|foi|zijn|waren)(?!\p{L})/iu;
export const PERSONAL =
  /^(?:i|we|you|he|she|they|ich|wir|er|sie|yo|nosotros|él|ella|je|j['’]|nous|il|elle|io|noi|eu|nós|ele|ela|ik|wij|we|hij|zij|ze|我|他|她|私|彼|彼女|저는|나는)(?![\p{L}])/iu;
export const PREPOSITION =
  /^(?:in|at|on|near|behind|under|next to|by|from|im|am|an|auf|bei|beim|hinter|unter|neben|in der|en|sobre|detrás|debajo|cerca|à|au|aux|dans|sur|chez|sous|derrière|devant|a|al|alla|nel|nella|sul|sulla|dietro|sotto|da|em|no|na|atrás|embaixo|naast|op|bij|achter|onder)\s+/iu;

export const NUMBER_WORDS =
  /\p{N}|(?<!\p{L})(?:none|zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dois|duas|três|quatro|sete|oito|dez|twee|drie|vijf|zes|zeven|negen|tien)(?!\p{L})|[一二两三四五六七八九十]|둘|셋|넷|두 |세 |네 |다섯/iu;

export const CALENDAR_UNSPACED =
  /[一二三四五六七八九十][年月日号點点時]|星期|周[一二三四五六日天]|曜日|요일|[今明昨][天日]|내일|오늘|어제/u;

export const SMALL_WORDS = new Set(
  "a an the my his her our their in at on to from by with of for der die das den dem des ein eine einen einem einer mein meine meinen meiner im am an auf aus bei nach zu zum zur von el la los las un una mi mis su del al de en con para le les l du au aux une mon ma mes son sa à dans chez sur il lo gli i mio mia suo sua nel nella al alla di da o os as um uma meu minha seu sua do da no na em het een mijn zijn haar te naar op van".split(
    " ",
  ),
);

/**
 * Matches "it was" in several languages, at the start of a reply such as "It was my sister", which
 * names another person than the answer. Present forms do not match: "She is a friend of mine" may
 * only describe the person in the answer, and the answer may be right.
 */
export const IT_WAS =
  /^(?:(?:that|it) was|(?:das|es) war|(?:eso |esa )?(?:era|fue)|c['’]était|(?:era|è stat[oa]|fu)|(?:foi|era)|(?:dat|het) was|那(?:其实)?是|(?:それ|あれ)は)\s*/iu;
export const SUBJECT =
  /^(?:he|she|it|they|i|we|er|sie|es|ich|wir|él|ella|yo|il|elle|je|j['’]|lui|lei|io|ele|ela|eu|hij|ze|zij|het|ik|我|他|她)(?!\p{L})/iu;

export const FIRST_PERSON =
  /(?<!\p{L})(?:i|i['’](?:m|ve|d|ll)|my|our|we|ich|mein\p{L}*|wir|unser\p{L}*|yo|mi|mis|nuestr[oa]s?|je|j['’]|mon|ma|mes|nous|notre|io|mio|mia|miei|mie|nostr[oa]|eu|meu|minha|meus|minhas|nosso|nossa|ik|mijn|wij|onze?)(?!\p{L})|我|私|僕|俺|저|제|내|나는/iu;
