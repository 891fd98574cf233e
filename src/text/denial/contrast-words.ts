/**
 * Finds contrasts that are made without a word such as "not". A text can exclude a value
 * ("except"), say that a value was true only before ("formerly"), or use the opposite of another
 * text's word ("less" for "more").
 */

const LETTER = "\\p{L}";
const words = (either: string) => new RegExp(`(?<!${LETTER})(?:${either})(?!${LETTER})`, "iu");

const EXCLUDED: readonly RegExp[] = [
  words(
    "used to|no longer|not anymore|formerly|previously|former|ex-?|once upon|until recently|anything but|everything but|other than|instead of|rather than|except(?: for)?|far from|by no means|hardly|falsely|mistakenly",
  ),
  words(
    "früher\\p{L}*|nicht mehr|ehemals|ehemalige\\p{L}*|vormals|damals|bis vor kurzem|statt|anstatt|anstelle|außer|alles andere als|keineswegs|kaum",
  ),
  words(
    "antes|ya no|sol[ií]a\\p{L}*|anteriormente|antiguamente|en lugar de|en vez de|excepto|salvo|(?:todo|cualquier cosa) menos|lejos de",
  ),
  words("autrefois|anciennement|jadis|auparavant|au lieu de|plutôt que|sauf|excepté|loin d['’e]"),
  words("un tempo|in passato|non più|anziché|invece di|piuttosto che|tranne|eccetto|tutt['’]altro"),
  words(
    "antigamente|anteriormente|já não|não mais|em vez de|em lugar de|exceto|tudo menos|costumava\\p{L}*",
  ),
  words("vroeger|niet meer|voorheen|in plaats van|behalve|allesbehalve"),
  words("раньше|прежде|когда-то|больше не|вместо|кроме|раніше|колись|більше не|замість|крім"),
  words("kiedyś|dawniej|już nie|zamiast|oprócz|dříve|kdysi|už ne|místo|kromě"),
  words("brukade|förut|tidigare|istället för|utom|plejede|tidligere|i stedet for|undtagen|unntatt"),
  words("eskiden|artık|yerine|hariç|régen|korábban|már nem|helyett|kivéve|ennen|aiemmin|sijaan"),
  words("سابقا|سابقًا|كنت|كان|كانت|لم يعد|بدلا|بدلًا|باستثناء|ما عدا|إلا|בעבר|במקום|חוץ מ"),
  words("πρώην|παλιά|παλαιότερα|πια|αντί|εκτός|trước đây|không còn|thay vì|ngoại trừ"),
  words("dulu|dahulu|sebelumnya|bukan lagi|alih-alih|kecuali|पहले|बजाय|सिवाय|अलावा"),
  /以前|曾经?|从前|過去|过去|不再|除了|而不是|并非|绝非|かつて|昔は|ではなく|じゃなく|以外|예전|이전에|전에는|더 이상|아니라|대신|제외|เคย|แทนที่|ยกเว้น/u,
];

/** Whether the text excludes a value, or says that a value was true only before. */
export function excludes(text: string): boolean {
  return EXCLUDED.some((pattern) => pattern.test(text));
}

const BEFORE_THAT = words(
  "before (?:that|then)|earlier|originally|davor|vorher|avant(?: cela)?|prima|daarvoor|eerst",
);

/** Whether the text says what was true before. */
export function isFormerly(text: string): boolean {
  return excludes(text) || BEFORE_THAT.test(text) || /之前|その前|그 전에/u.test(text);
}

const OPEN = new RegExp(
  `(?<!${LETTER})(?:or|either|maybe|perhaps|possibly|might|c(?:ould|an) have been|one of (?:th[eo]se two|the two|them)|(?:once )?thought|oder|entweder|vielleicht|eventuell|quizás?|tal vez|o bien|ou|peut-être|soit|forse|oppure|talvez|misschien|eller|kanske|måske|kanskje|или|либо|может|возможно|або|чи|можливо|lub|albo|może|nebo|možná|veya|belki|vagy|talán|tai|ehkä|ίσως|hoặc|có thể|atau|mungkin|أو|ربما|או|אולי|या|शायद)(?!${LETTER})|或者?|也许|可能|かもしれ|または|もしくは|아마|또는|혹은|หรือ|อาจ`,
  "iu",
);

/** Whether the text does not decide between values, as with "either" or "maybe". */
export function leavesOpen(text: string): boolean {
  return OPEN.test(text);
}

const NEAR = words(
  "near|nearby|close to|next to|beside|nahe|neben|unweit|cerca|junto a|près|proche|vicino|perto|dichtbij|vlakbij|naast|возле|около|рядом|біля|поруч|obok|blisko|poblíž|vedle|nära|nær|yakın\\p{L}*|közel\\p{L}*|lähellä|κοντά|gần|dekat|قرب|بجانب|ליד",
);
const NEAR_UNSPACED = /附近|旁边|旁邊|近く|근처/u;

/** Whether the text says only that something is near a place, not in that place. */
export function isNear(text: string): boolean {
  return NEAR.test(text) || NEAR_UNSPACED.test(text);
}

const TOO_MUCH = words("(?:far |much )?too (?!many|much|long ago)\\p{L}{2,}");

/** Whether the text says that something is too expensive, too far or the like. */
export function isTooMuch(text: string): boolean {
  return TOO_MUCH.test(text);
}

const NOW = words(
  "now|nowadays|today|these days|currently|at present|at the moment|jetzt|heute|derzeit|momentan|aktuell|zurzeit|inzwischen|mittlerweile|ahora|actualmente|hoy|maintenant|désormais|actuellement|aujourd['’]hui|adesso|attualmente|ora|oggi|agora|atualmente|hoje|tegenwoordig|momenteel|сейчас|теперь|зараз|тепер|teraz|obecnie|nyní|nuværende|numera|şimdi|nykyään|nyt|jelenleg|τώρα|bây giờ|sekarang|الآن|עכשיו|अब|अभी",
);
const NOW_UNSPACED = /现在|現在|目前|当前|當前|如今|今は|지금|현재|이제|ตอนนี้/u;

/** Whether the text stresses that something is true now and was not true before. */
export function isAboutNow(text: string): boolean {
  return NOW.test(text) || NOW_UNSPACED.test(text);
}

/**
 * Words of `NOW` that do not ask what is true now. The Italian "che ora" asks for an hour, although
 * "ora" alone means "now". "Today" asks about one day.
 */
const HOUR_OR_TODAY = /(?<!\p{L})(?:che ora|today|heute|hoy|oggi|hoje|aujourd['’]hui)(?!\p{L})/giu;

/** Whether the question asks what is true now, and not about one day or hour. */
export function asksAboutNow(question: string): boolean {
  return isAboutNow(question.replace(HOUR_OR_TODAY, " "));
}

const PRESENT = /^\W*(?:[\p{L}'’-]+\W+){0,5}?(?:is|are|does|do|can)\b/iu;
const NOT_PRESENT =
  /(?<!\p{L})(?:was|were|did|had|has|have|been|used to|before|previous(?:ly)?|former(?:ly)?|earlier|ago|(?:19|20)\d\d)(?!\p{L})/iu;

/**
 * Whether the question asks what is true now. A question without a word such as "now" is recognised
 * only in English, because `PRESENT` has only English verbs.
 */
export function asksAboutPresent(question: string): boolean {
  return asksAboutNow(question) || (PRESENT.test(question) && !NOT_PRESENT.test(question));
}

const LEFT: readonly RegExp[] = [
  /\bfrom\s(?<left>[^,;.]{1,80}?)\sto\s/iu,
  /(?<!\p{L})(?:von|aus)\s(?<left>[^,;.]{1,80}?)\s(?:nach|zu|in)\s/iu,
  /(?<!\p{L})de\s(?<left>[^,;.]{1,80}?)\s(?:à|para)\s/iu,
  /(?<!\p{L})van\s(?<left>[^,;.]{1,80}?)\snaar\s/iu,
  /(?<!\p{L})da\s(?<left>[^,;.]{1,80}?)\sa\s/iu,
  /(?<!\p{L})(?:из|от|з|від)\s(?<left>[^,;.]{1,80}?)\s(?:в|во|на|до|у)\s/iu,
  /从(?<left>[^，。]{1,40}?)(?:搬|转|换|到)/u,
  /(?<left>[^\s、。]{1,40})(?<![時日月分])から[^\s、。]{1,40}?[にへ]/u,
];

/**
 * Returns the places or things that somebody or something left: "Lisbon" in "moved from Lisbon to
 * Porto".
 */
export function leftIn(text: string): string[] {
  return LEFT.flatMap((pattern) => pattern.exec(text)?.groups?.left ?? []);
}

const BUT = new RegExp(
  `(?<!${LETTER})(?:but|although|though|however|whereas|except|aber|sondern|jedoch|obwohl|während|pero|sino|aunque|excepto|mais|sauf|però|tranne|mas|porém|maar|behalve|но|але|ale|lecz|jednak|men|utom|mutta|ama|fakat|hanem|αλλά|لكن|ولكن|אבל|nhưng|tetapi|tapi|लेकिन|पर|แต่)(?!${LETTER})|(?:ますが|ですが|だが|けれども?|けど|しかし|でも)[、，]?|지만|는데|은데|但是?|可是|不过|不過|然而|[.!?。！？;；\n]`,
  "iu",
);

/** Splits a text at the ends of sentences, and at words for "but", such as "ですが". */
export function contrastedClauses(text: string): string[] {
  return text.split(BUT).filter((clause) => clause.trim() !== "");
}

/** Two patterns that match words with opposite meanings, such as "before" and "after". */
export type Opposites = readonly [RegExp, RegExp];

const MORE_WORDS =
  "more|over|above|exceeding|at least|mehr|über|mindestens|más|al menos|plus|au moins|più|almeno|mais|pelo menos|meer|minstens|больше|более|свыше|більше|понад|więcej|ponad|více|mer|mere|över|fazla|több|yli|أكثر|יותר|hơn|lebih";
const MORE = words(MORE_WORDS);
const LESS_WORDS =
  "less|fewer|under|below|at most|up to|weniger|unter|höchstens|menos|como máximo|moins|au plus|meno|al massimo|no máximo|minder|hoogstens|меньше|менее|менше|mniej|méně|mindre|kevesebb|vähemmän|λιγότερο|أقل|פחות|ít hơn|kurang";
const LESS = words(LESS_WORDS);

/**
 * Whether the text has words such as "more than" or "less than". They show that a number in the
 * text is only a limit and not the exact value.
 */
export function limits(text: string): boolean {
  return MORE.test(text) || LESS.test(text);
}

/**
 * Pairs of patterns for words with opposite meanings. If only one of two texts says "before", they
 * state different facts. The same is true for every pattern here.
 */
export const OPPOSITES: readonly Opposites[] = [
  [
    words("by|until|till|bis|hasta|jusqu['’]\\p{L}+|fino|até|tot|uiterlijk|deadline|frist"),
    /(?<!\p{L})(?:from|ab|vom|desde|dès|dal?l?|vanaf) [^,.;]{1,40}(?: on(?:wards?)?(?!\p{L})| an(?!\p{L}))|(?<!\p{L})(?:a partir|à partir|a partire)(?!\p{L})/iu,
  ],
  [
    words(
      "before|prior to|until|deadline|frist|plazo|scadenza|prazo|vor|vorm|bevor|bis|antes|hasta|avant|jusqu['’]\\p{L}+|prima|fino|até|voor|tot|до|перед|przed|před|före|innan|før|inden|önce|előtt|ennen|πριν|قبل|לפני|trước|sebelum",
    ),
    words(
      "after|following|since|nach|nachdem|seit|después|desde|tras|après|depuis|dopo|depois|após|sinds|после|після|efter|etter|sonra|után|jälkeen|μετά|بعد|אחרי|sau|setelah|sesudah",
    ),
  ],
  [
    words("with|mit|con|avec|com|met|med|με|مع|עם|với|dengan|ile"),
    words(
      "without|lacking|ohne|sin|sans|senza|sem|zonder|без|bez|utan|uden|uten|nélkül|ilman|χωρίς|بدون|דون|בלי|không có|tanpa|olmadan",
    ),
  ],
  [
    words(
      `${MORE_WORDS}|oberhalb|sobre|encima|au-dessus|sopra|acima|boven|над|powyżej|nad|felett|enemmän|πάνω|περισσότερο|فوق|מעל|trên|di atas`,
    ),
    words(
      `${LESS_WORDS}|beneath|unterhalb|debajo|bajo|sous|au-dessous|sotto|abaixo|embaixo|onder|под|poniżej|pod|altında|alatt|κάτω|تحت|מתחת|dưới|di bawah`,
    ),
  ],
  [
    words(
      "inside|within|innen|drinnen|innerhalb|dentro|à l['’]intérieur|intérieur|dentro|binnen|внутри|wewnątrz|uvnitř|inuti|indenfor|içinde|belül|sisällä|μέσα|داخل|בתוך",
    ),
    words(
      "outside|beyond|außen|draußen|außerhalb|fuera|afuera|dehors|extérieur|fuori|fora|buiten|снаружи|вне|na zewnątrz|venku|mimo|utanför|udenfor|dışında|kívül|ulkona|έξω|خارج|מחוץ",
    ),
  ],
  [
    words("up|upwards|rauf|hinauf|nach oben|arriba|vers le haut|para cima|omhoog|вверх|w górę"),
    words("down|downwards|runter|hinunter|nach unten|abajo|vers le bas|giù|para baixo|omlaag|вниз"),
  ],
  [
    /[前内內裡里上多高]|まで|より上|전|안|위|이상|초과/u,
    /[后後外下少低]|から|より下|후|뒤|밖|아래|이하|미만/u,
  ],
];
