/**
 * Recognises replies that do not show that the assistant's answer was wrong: the reply is a joke,
 * it reports what somebody else said, it changes a plan, or it gives an opinion.
 */

const LETTER = "\\p{L}";
const words = (either: string) => new RegExp(`(?<!${LETTER})(?:${either})(?!${LETTER})`, "iu");
const any = (...patterns: readonly RegExp[]) => {
  return (text: string) => patterns.some((pattern) => pattern.test(text));
};

/**
 * Whether the reply contains laughter, a wink, or a phrase that says that a statement is a joke.
 */
export const isJoke = any(
  /[\u{1F600}-\u{1F606}\u{1F609}\u{1F60F}\u{1F61B}-\u{1F61D}\u{1F643}\u{1F644}\u{1F921}\u{1F923}]|[;:]-?[)PpD](?!\p{L})|\^\^/u,
  words(
    "(?:just|only) kidding|kidding|just joking|joking|lol|lmao|rofl|haha+|hehe+|hihi+|/s|yeah,? right|yeah,? sure|sure thing|as if|and i(?:'m| am) the (?:queen|king|pope)|(?:war (?:nur )?(?:ein )?)?scherz|spaß beiseite|klar,? und ich bin|ja klar|ja sicher|natürlich der weihnachtsmann|(?:era )?broma|es broma|sí,? claro|jaja+|jeje+|bien sûr,? et|je plaisante|je blague|blague|mdr|ptdr|sì,? certo|certo,? e io|scherz(?:o|avo)|(?:é )?brincadeira|estou brincando|tá bom,? e eu|kkk+|rsrs+|grapje|geintje|ja hoor|tuurlijk,? en ik",
  ),
  /(?<!\p{L})(?:und ich bin|y yo soy|et moi,? je suis|e io sono|e eu sou|en ik ben) (?:de[rn]? |die |el |la |le |il |o |a )?\p{L}+/iu,
  /开玩笑|哈哈|呵呵|冗談|(?:笑|www+)[。)）]*$|なんちゃって|농담|ㅋㅋ|ㅎㅎ/u,
);

/**
 * Whether the reply reports another person's words. Such a reply does not show what the user
 * thinks.
 */
export const isReported = any(
  words(
    "(?:he|she|they|people|someone|everybody|everyone|\\p{Lu}\\p{Ll}+|brother|sister|mother|father|mom|dad|boss|friend|wife|husband|doctor) (?:kept |keeps |always |just |once )?(?:said|says|saying|tells|told me|told us|claims|claimed|thinks|thought|insisted|insists|believes|believed|meant|replied|wrote)|according to",
  ),
  words(
    "(?:er|sie|man|mutter|vater|chefin?|freundin?|bruder|schwester|mann|frau|kolleg(?:e|in)|\\p{Lu}\\p{Ll}+) (?:hat )?(?:sagte?|meinte?|behauptete?|behauptet|glaubte?|glaubt|dachte|denkt|erzählte|schrieb|rief)|laut (?:dem|der|meine[rm])",
  ),
  words(
    "(?:dijo|dice|decía|pensaba|piensa|cree|creía|afirma|afirmó|según|a dit|dit que|disait|pense que|pensait|croit|selon|ha detto|dice che|diceva|pensa che|pensava|crede|secondo (?:mi[ao]|lui|lei)|disse que|diz que|dizia|acha que|achava|pensa que|segundo (?:o|a|meu|minha)|zei|zegt|zeiden|dacht dat|denkt dat|beweerde|volgens)",
  ),
  /(?:他|她|他们|妈妈|爸爸|老板|朋友|哥哥|妹妹)(?:总)?(?:说|认为|觉得)|(?:さん|彼|彼女|母|父|上司|友達)(?:は|が).{0,30}(?:と|って)(?:言って|言った|思って)|(?:씨|그|그녀|엄마|아빠|친구)[가는은이].{0,30}(?:라고|다고) (?:했|말했)/u,
);

/**
 * Whether the reply says that something changed after the answer: a fact, or the user's wish. In
 * this case, the answer was right when it was given.
 */
export const isChange = any(
  words(
    "before|previously|earlier|used to|back then|not any ?more|no longer|from now on|since (?:yesterday|today|this morning)|this morning|just now|changed my mind|instead|let(?:'s|s| us)|please|make it|move it|change it|can you|could you|would you|i(?:'d| would) (?:rather|like|prefer)|i want|i need|i(?:'ll| will)|i(?:'m| am) going to|going to|never|don't|do not|didn't know|should|shall|would|could",
  ),
  words(
    "früher|damals|vorher|zuvor|nicht mehr|ab jetzt|ab heute|seit (?:heute|gestern)|heute morgen|soeben|umentschieden|lieber|bitte|ich (?:will|möchte|würde|werde|brauche)|lass uns|verschieb\\p{L}*|änder[en]\\p{L}*|mach(?:e|st)? (?:das|es|ich|mir)|sollte?n?|könnt\\p{L}*",
  ),
  words(
    "antes|entonces|avant|auparavant|autrefois|prima|allora|antigamente|vroeger|eerder|destijds|ya no|desde (?:hoy|ayer)|prefiero|quiero|quisiera|por favor|cambia\\p{L}*|mejor|voy a|debería|ne [^.]{1,20} plus|désormais|depuis (?:hier|ce matin)|s['’]il te plaît|s['’]il vous plaît|je (?:veux|voudrais|préfère|vais)|plutôt|devrais|non più|da (?:oggi|ieri)|preferisco|vorrei|voglio|per favore|piuttosto|dovrei|já não|não mais|a partir de|prefiro|quero|queria|por favor|vou|deveria|niet meer|vanaf nu|sinds gisteren|liever|graag|alsjeblieft|ik (?:wil|zou|ga)",
  ),
  /以前|之前|昔|前は|전에는|예전|已经不|不再|从现在|改成|换成|请|想要|应该|もう.*(?:ない|ません)|にして(?:ください)?$|変更|ください|たい(?:です)?[。]*$|べき|이제는|더 이상|바꿔|해 ?주세요|싶어요|할게요|거예요[.!]*$/u,
);

/** Whether the reply is an opinion, thanks or agreement. Such a reply corrects nothing. */
export const isOpinion = any(
  words(
    "thanks?|thank you|right|correct|exactly|true|fine|ok(?:ay)?|great|good|perfect|nice|lovely|cool|all|enough|everything|nothing|too|very|so|really|quite|pretty|worries|problem|idea|way|doubt|kidding|sure|agree|love|hate|think|guess|suppose|hope|know|mean|remember|forgot|broken|expensive|boring",
  ),
  words(
    "danke|stimmt|richtig|genau|gut|toll|super|schön|prima|okay|alles|nichts|zu \\p{Ll}+|sehr|ziemlich|wirklich|egal|keine ahnung|problem|recht|glaube|denke|finde|weiß|vermute|hoffe|wie (?:toll|schön)",
  ),
  words(
    "gracias|razón|verdad|exacto|claro|bien|bueno|perfecto|vale|nada|todo|demasiado|muy|tan|creo|pienso|sé|digas|merci|raison|vrai|exact|bien|parfait|super|rien|tout|trop|très|crois|pense|sais|grazie|ragione|vero|esatto|bene|perfetto|niente|tutto|troppo|molto|credo|penso|so|obrigad[oa]|razão|verdade|exato|certo|bem|perfeito|nada|tudo|demais|muito|acho|penso|sei|bedankt|dank|gelijk|klopt|precies|goed|prima|mooi|niets|alles|te \\p{Ll}+|heel|erg|denk|vind|weet",
  ),
  /谢|对[，。！]?$|没错|不错|好的?[，。！]?$|太|很|非常|觉得|认为|知道|忘|ありがと|そう(?:です|でした|だ)|正し|悪い|良い|いい|無理|大丈夫|すぎ|とても|思(?:い|う)|知ら|忘れ|맞아|맞습|고마|감사|너무|아주|매우|생각|몰랐|잊었/u,
);

/**
 * Matches words for relations between persons. Such a word can answer a question that asks who:
 * "Who called?" – "My sister."
 */
export const RELATION = words(
  "sister|brother|mother|father|mom|mum|dad|wife|husband|son|daughter|friend|girlfriend|boyfriend|neighbou?r|colleague|coworker|boss|cousin|aunt|uncle|grandmother|grandfather|grandma|grandpa|partner|roommate|teacher|niece|nephew|schwester|bruder|mutter|vater|mama|papa|frau|mann|sohn|tochter|freundin?|nachbar(?:in)?|kolleg(?:e|in)|chef(?:in)?|cousine?|tante|onkel|oma|opa|lehrer(?:in)?|herman[oa]|madre|padre|mamá|papá|esposa|esposo|marido|mujer|hij[oa]|amig[oa]|vecin[oa]|compañer[oa]|jef[ea]|prim[oa]|tí[oa]|abuel[oa]|sœur|soeur|frère|mère|père|maman|femme|mari|fils|fille|amie?|voisine?|collègue|patronne?|oncle|grand-mère|grand-père|sorella|fratello|moglie|figli[oa]|amic[oa]|vicin[oa]|collega|capo|cugin[oa]|zi[oa]|nonn[oa]|irmãos?|irmã|mãe|pai|filh[oa]|vizinh[oa]|colega|chefe|tia|tio|avó|avô|zus|broer|moeder|vader|vrouw|man|zoon|dochter|vriend(?:in)?|buurman|buurvrouw|baas|neef|nicht|oom",
);
export const RELATION_UNSPACED =
  /妹妹|姐姐|哥哥|弟弟|妈妈|爸爸|妻子|丈夫|儿子|女儿|朋友|邻居|同事|老板|表[哥姐弟妹]|阿姨|叔叔|奶奶|爷爷|老师|妹|姉|兄|弟|母|父|妻|夫|息子|娘|友達|隣人|同僚|上司|いとこ|叔母|叔父|祖母|祖父|先生|누나|언니|형|오빠|동생|어머니|아버지|엄마|아빠|아내|남편|아들|딸|친구|이웃|동료|상사|사촌|이모|고모|삼촌|할머니|할아버지|선생님/u;
