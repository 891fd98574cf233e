/**
 * Patterns in ten languages for the words of a user who corrects the assistant: the answer is
 * wrong, the user said something before, or the user meant something else. Most patterns match only
 * at the start of a sentence. If one can match at any place, its comment says "anywhere".
 */

const LETTER = "\\p{L}";
const anywhere = (either: string) => new RegExp(`(?<!${LETTER})(?:${either})(?!${LETTER})`, "iu");

/** Words before the correction, such as "well" or "aber". */
const LEAD =
  "(?:(?:oh|ah|ach|hm+|um|uh|hey|well|but|and|so|sorry|wait|please|actually|aber|doch|also|moment|entschuldigung|pero|perdona|perdón|oye|mais|alors|attends|pardon|ma|scusa|beh|mas|desculpa|olha|maar|wacht|eh|ei)[\\s,.!:…-]+|(?:但是?|可是|でも|あの|えっと|あれ|근데|하지만|저기)[\\s、，,]*)*";
export const LEADING = new RegExp(`^${LEAD}`, "iu");

/** Matches a "no" that answers a question, as in "no, it's blue", but not the "no" in "no idea". */
export const DENIAL = new RegExp(
  [
    "^(?:no|nope|nah|nein|nee|ne|non|não|nee hoor)(?:[\\s,]+(?:no|nein|nee|non|não))*\\s*[,.;:!…–—-]+\\s*",
    "^(?:no|nope|nah)(?:\\s+no)*\\s+(?=(?:it|its|it's|that|that's|he|she|they|we|i|my|his|her|in|on|at)\\b)",
    "^(?:nein|nee)\\s+(?=(?:er|sie|es|das|ich|mein|meine|im|am|in|hij|zij|ze|het|ik|mijn)\\b)",
    "^(?:不|不是的?)[，,。.！!]\\s*",
    "^(?:いいえ|いえ|いや|ううん)(?:いや)?[、，,。.！!\\s]+",
    "^(?:아니(?:요|오|야)?|아뇨)[,，.!\\s]+",
  ].join("|"),
  "iu",
);

/**
 * Matches a sentence that says that the answer is wrong. A "no" alone does not match, because the
 * user may only decline an offer with it.
 */
export const WRONG = new RegExp(
  [
    `^(?:no[,.!]?\\s+)?(?:(?:(?:but\\s+)?that(?:'s| is| was)|this is|it's|you(?:'re| are))\\s+)?(?:wrong|incorrect|mistaken|not (?:right|true|correct|accurate))(?!${LETTER})`,
    "^(?:no[,.!]?\\s+)?(?:that|this)(?: is|'s)?n(?:'|o)t (?:right|true|correct|accurate)\\b",
    "^(?:nein[,.!]?\\s+)?(?:das (?:stimmt|passt) (?:so |doch |aber |leider )?nicht|das ist (?:so |doch |aber |leider )?(?:falsch|nicht richtig|nicht wahr)|(?:leider |ganz )?falsch|stimmt (?:so |doch )?nicht|du (?:irrst|täuschst) dich|du liegst falsch)(?!\\p{L})",
    "^(?:no[,.!]?\\s+)?(?:(?:eso|esto) (?:no es (?:correcto|cierto|verdad|así)|es (?:falso|incorrecto))|no es (?:correcto|cierto|verdad)|te equivocas|te has equivocado|estás equivocad[oa]|incorrecto|falso|mal)(?!\\p{L})",
    "^(?:non[,.!]?\\s+)?(?:c['’]est (?:faux|inexact|incorrect)|ce n['’]est pas (?:vrai|juste|correct|exact|ça)|tu te trompes|vous vous trompez|faux|pas du tout)(?!\\p{L})",
    "^(?:no[,.!]?\\s+)?(?:è (?:sbagliato|falso|errato)|non è (?:vero|giusto|corretto|esatto|così)|ti sbagli|si sbaglia|sbagliato|falso)(?!\\p{L})",
    "^(?:não[,.!]?\\s+)?(?:(?:isso |está |é )?(?:errado|incorreto|falso)|(?:isso )?(?:não está|não é) (?:certo|correto|verdade)|isso está errado|você (?:se enganou|está enganado|errou)|estás enganado)(?!\\p{L})",
    "^(?:nee[,.!]?\\s+)?(?:dat (?:klopt|is) (?:helaas |toch )?(?:niet(?: (?:waar|juist|goed))?|fout|onjuist|verkeerd)|klopt niet|fout|je vergist je|verkeerd)(?!\\p{L})",
    "^(?:这|那)?(?:不对|错了|说错了|你错了|不正确|弄错了|搞错了)(?:了|吧)?",
    "^(?:それは)?(?:違い?ます|違うよ?|ちがいます|ちがうよ?|間違い(?:です|だ)|間違って(?:い?ます|る))(?:よ|ね)?",
    "^(?:그건 |그게 )?(?:틀렸(?:어요?|습니다|네요)|틀려요?|아닙니다|그게 아니(?:라|에요|야)|잘못(?:됐|되었)(?:어요?|습니다))",
  ].join("|"),
  "iu",
);

/**
 * If the answer of the assistant is negative, a user can contradict it with a "yes", as in "yes, I
 * do". This matches such a "yes".
 */
export const AFFIRMATION =
  /^(?:yes,? (?:i|he|she|they|we|it) (?:do|does|did|am|is|are|was|were|have|has)|doch|si,? (?:si|bien sûr)|jawel|toch wel|sí que|sì invece)(?!\p{L})[\s,.!;:–—-]*/iu;

/**
 * Matches a reminder that the user had told the assistant a fact before. The fact is in the group
 * `fact`. A fact that the user told another person does not match.
 */
export const TOLD: readonly RegExp[] = [
  /^(?:(?:as|like) )?i(?:'ve| have|'d| had)?(?: already| just| literally| clearly)? (?:(?:told|said to|mentioned to|wrote to) you(?: (?:already|before|earlier|yesterday|last week))?|(?:already|just) (?:said|mentioned)|(?:mentioned|said)(?= that| i\b| my\b))(?:[,:]? that|[,:])? +(?<fact>.+)/iu,
  /^(?:wie )?ich (?:habe?|hatte)(?: (?:es|dir|ihnen|euch|doch|ja|schon|bereits|mehrfach|gerade|erst))* (?:gesagt|erzählt|erwähnt|geschrieben|mitgeteilt),? (?:dass )?(?<fact>.+)/iu,
  /^(?:como )?(?:ya )?(?:te|le|os) (?:he )?(?:dije|dicho|conté|contado|comenté|comentado|mencioné|mencionado)(?: (?:ya|antes))? que (?<fact>.+)/iu,
  /^(?:comme )?je (?:t['’]|vous )(?:ai|avais)(?: (?:déjà|pourtant|bien))* (?:dit|raconté|expliqué|signalé|mentionné) (?:que |qu['’])(?<fact>.+)/iu,
  /^(?:come )?(?:te l['’]ho|ti ho|le ho|gliel['’]ho)(?: già)? (?:detto|raccontato|accennato) che (?<fact>.+)/iu,
  /^(?:como )?(?:eu )?(?:já )?(?:te|lhe) (?:disse|falei|contei|mencionei)(?: (?:antes|já))? que (?<fact>.+)/iu,
  /^(?:eu )?(?:já )?(?:disse|falei) (?:a você|para você|pra você) que (?<fact>.+)/iu,
  /^(?:zoals )?ik (?:heb|had)(?: (?:het|je|jou|u|toch|al|net|eerder))* (?:gezegd|verteld|gemeld) dat (?<fact>.+)/iu,
  /^我(?:已经|之前|早就|明明|刚才|上次)*(?:(?:跟|和|对|同)你(?:说|讲|提)|告诉)(?:你)?(?:过|了)(?:你)?(?:的)?[，,：:]?(?<fact>.+)/u,
  /^(?<fact>.{2,}?)(?:って|と)(?:、?(?:前に|もう|この前|さっき|すでに))?(?:言った|言いました|話した|話しました|伝えた|伝えました)(?:よね|でしょう?|はず(?:です|だ)?|じゃないですか|じゃん|のに|んですけど)[。.!！?？]*$/u,
  /^(?<fact>.{2,}?(?:다|라)고)\s?(?:이미|전에|분명히|아까)?\s?(?:말했|말씀드렸|얘기했|했)(?:잖아(?:요)?|는데(?:요)?|죠|어요?)[.!?]*$/u,
];

/**
 * Matches a reminder that the user asked something else, or that the user already asked this
 * question.
 */
export const ASKED = new RegExp(
  [
    `^(?:${askedWords()})(?!${LETTER})`,
    "^我(?:是)?问的?(?:是|你)|^(?:私が)?聞(?:いた|いている|きたかった)のは|^(?:제가|내가) (?:물어본|물은) (?:건|것은)",
  ].join("|"),
  "iu",
);

function askedWords(): string {
  return [
    "i (?:asked|was asking|am asking|wanted to know)|my question was",
    "ich (?:habe|hatte)(?: (?:dich|doch|aber))* gefragt|ich wollte wissen|meine frage war",
    "(?:te|le) (?:he )?pregunt(?:é|ado|aba)|quería saber|mi pregunta (?:era|es)",
    "je (?:t['’]|vous )?(?:ai|avais) demandé|je voulais savoir|ma question (?:était|est)",
    "(?:ti )?(?:ho|avevo) chiesto|volevo sapere|la mia domanda (?:era|è)",
    "(?:eu )?(?:te )?perguntei|eu queria saber|a minha pergunta (?:era|é)",
    "ik vroeg|ik (?:heb|had)(?: je)? gevraagd|ik wilde weten|mijn vraag (?:was|is)",
  ].join("|");
}

/**
 * Matches a sentence that replaces a wrong value with the right one. The values are in the groups
 * `wrong` and `right`. The caller must check that the wrong value is in the assistant's answer.
 */
export const CONTRASTS: readonly RegExp[] = [
  /^(?:(?:it|that|this|he|she|they) (?:is|was|are|were)n(?:'|’)?t|(?:(?:it|that|this|he|she|they)(?:'s| is| was| are| were) )?not) (?<wrong>[^,;.!?]+?)(?:[,;.]| but)+ (?:but |(?:it|that|this|he|she|they)(?:'s| is| was| are| were) )?(?<right>[^,;!?]+?)[.!]*$/iu,
  /^(?:(?:it|that|this|he|she|they)(?:'s| is| was| are| were) )?(?<right>[^,;!?]+?),? (?:and )?not (?<wrong>[^,;.!?]+)[.!]*$/iu,
  /^(?:(?:es|das|er|sie|ich) (?:war|ist|heißt|waren|sind|bin) )?(?:nicht|kein(?:e[nmrs]?)?) (?<wrong>[^,;.!?]+?)[,;.]? (?:sondern|es (?:war|ist)|das (?:war|ist)) (?<right>[^,;!?]+?)[.!]*$/iu,
  /^(?:(?:es|das|er|sie) (?:war|ist|heißt|waren|sind) )?(?<right>[^,;!?]+?),? (?:und )?(?:nicht|kein(?:e[nmrs]?)?) (?<wrong>[^,;.!?]+)[.!]*$/iu,
  /^no (?:es|era|fue|son|eran|se llama)?\s*(?<wrong>[^,;.!?]+?)(?:[,;.] (?:es|era|fue|son|eran|se llama)|,? sino)(?: que)? (?<right>[^,;!?]+?)[.!]*$/iu,
  /^(?:es|era|fue|son|se llama) (?<right>[^,;!?]+?),? (?:y )?no (?<wrong>[^,;.!?]+)[.!]*$/iu,
  /^(?:ce n['’](?:est|était)|il ne s['’]appelle|elle ne s['’]appelle|pas) (?:pas )?(?<wrong>[^,;.!?]+?)[,;.]? (?:mais|c['’](?:est|était)|il s['’]appelle|elle s['’]appelle) (?<right>[^,;!?]+?)[.!]*$/iu,
  /^(?:c['’](?:est|était) )(?<right>[^,;!?]+?),? (?:et )?pas (?<wrong>[^,;.!?]+)[.!]*$/iu,
  /^non (?:è|era|sono|erano|si chiama|fu)?\s*(?<wrong>[^,;.!?]+?)(?:[,;.] (?:è|era|sono|erano|si chiama|fu)|,? (?:ma|bensì)) (?<right>[^,;!?]+?)[.!]*$/iu,
  /^(?:è|era|sono|si chiama) (?<right>[^,;!?]+?),? (?:e )?non (?<wrong>[^,;.!?]+)[.!]*$/iu,
  /^não (?:é|era|foi|são|eram|se chama)?\s*(?<wrong>[^,;.!?]+?)(?:[,;.] (?:é|era|foi|são|eram|se chama)|,? (?:mas|e sim)) (?<right>[^,;!?]+?)[.!]*$/iu,
  /^(?:é|era|foi|são|se chama) (?<right>[^,;!?]+?),? (?:e )?não (?<wrong>[^,;.!?]+)[.!]*$/iu,
  /^(?:(?:het|dat|hij|ze|zij) (?:is|was|heet) )?(?:niet|geen) (?<wrong>[^,;.!?]+?),? (?:maar|het (?:is|was)|dat (?:is|was)) (?<right>[^,;!?]+?)[.!]*$/iu,
  /^(?:(?:het|dat|hij|ze|zij) (?:is|was|heet) )?(?<right>[^,;!?]+?),? (?:en )?niet (?<wrong>[^,;.!?]+)[.!]*$/iu,
  /^(?:[那这它他她])?不是(?<wrong>[^，,。；;！!]+)[，,。；;]\s*(?:而)?是(?<right>[^，,。；;！!？?]+)[。！!]*$/u,
  /^是(?<right>[^，,。；;！!]+)[，,。；;]\s*不是(?<wrong>[^，,。；;！!？?]+)[。！!]*$/u,
  /^(?:それは)?(?<wrong>[^、。]+?)(?:じゃ|では)な(?:くて?|く)[、，]?\s*(?<right>[^、。！？]+?)(?:です|でした|だよ?|だった)?(?:よ|ね)?[。！!]*$/u,
  /^(?<wrong>\S[^,.!?]*?)[이가] 아니(?:라|고)[,]?\s*(?<right>[^,.!?]+?)(?:이에요|예요|입니다|이야|야|였어요|이었어요)?[.!]*$/u,
];

/** Matches anywhere in a text: the user says that an earlier correction was wrong. */
export const TAKEN_BACK = anywhere(
  [
    "you(?:'re| are| were) right|you had it right|my mistake|i was wrong|i stand corrected|never mind",
    "du (?:hattest|hast|haben) (?:doch )?recht|sie hatten recht|mein fehler|ich habe mich geirrt|vergiss es",
    "ten(?:ías|ía|éis|íais) razón|tienes razón|me equivoqué|me he equivocado|error mío|olvídalo",
    "tu (?:avais|as) raison|vous aviez raison|je me suis tromp[ée]e?|au temps pour moi|laisse tomber",
    "avevi ragione|hai ragione|mi sono sbagliat[oa]|errore mio|lascia stare",
    "você (?:tinha|estava|tem) (?:razão|cert[oa])|tinhas razão|eu (?:me enganei|errei)|erro meu|deixa para lá",
    "je had gelijk|je hebt gelijk|mijn fout|ik vergiste me|laat maar",
  ].join("|"),
);
export const TAKEN_BACK_UNSPACED =
  /(?:是)?你(?:是|说得?)?对的?|是我(?:记|搞|弄)?错了|我(?:记|搞|弄)错了|算了|あなたが正し|私の(?:間違い|勘違い)|勘違いでした|네 말이 맞|제가 (?:틀렸|착각)|제 착각/u;

/**
 * Matches words with which users correct their own earlier message, not the assistant's answer. The
 * words can be anywhere in the text.
 */
export const MISSPOKE = anywhere(
  "i (?:mixed (?:that|it|them) up|misspoke|meant|mean)|ich (?:meinte|habe (?:das|es|mich) (?:verwechselt|vertan|versprochen))|(?:quise|quería) decir|je voulais dire|volevo dire|(?:eu )?quis dizer|ik bedoel(?:de)?",
);
export const MISSPOKE_UNSPACED = /我是说|我的意思是|じゃなかった|つまり|제 말은/u;
