/** Recognises greetings, thanks and wishes, which state nothing that a memory should keep. */

/**
 * The phrases have no punctuation. Their order does not matter, because longer phrases are tried
 * first.
 */
const PHRASES: readonly string[] = [
  ...["nice to meet you too", "nice to meet you", "pleased to meet you", "great to see you"],
  ...["how are you doing", "how are you", "how have you been", "long time no see", "what's up"],
  ...["good morning", "good afternoon", "good evening", "good night", "good day", "sleep well"],
  ...["thank you so much", "thank you very much", "thank you", "thanks a lot", "many thanks"],
  ...["thanks so much", "thanks", "you're welcome", "you are welcome", "no problem", "no worries"],
  ...["see you soon", "see you later", "see you tomorrow", "see you", "talk to you later"],
  ...["talk to you soon", "talk soon", "take care", "good luck", "have a nice day", "bye bye"],
  ...["have a great day", "have a good day", "have a nice weekend", "have a great weekend"],
  ...["have a good weekend", "happy birthday", "merry christmas", "happy new year", "cheers"],
  ...["congratulations", "congrats", "sounds good", "sounds great", "glad to hear that"],
  ...["glad to hear it", "goodbye", "welcome back", "my pleasure", "hello there", "hi there"],
  ...["hello", "hey", "hi", "bye", "welcome", "oh wow", "wow", "of course", "okay", "ok"],
  ...[
    "schön dich kennenzulernen",
    "freut mich dich kennenzulernen",
    "freut mich",
    "wie geht es dir",
  ],
  ...["wie geht's", "wie geht es ihnen", "guten morgen", "guten tag", "guten abend", "gute nacht"],
  ...["vielen dank", "danke schön", "danke dir", "danke", "bitte schön", "gern geschehen"],
  ...["bis bald", "bis später", "bis morgen", "auf wiedersehen", "tschüss", "mach's gut"],
  ...["schönes wochenende", "schönen tag noch", "alles gute zum geburtstag", "alles gute"],
  ...["herzlichen glückwunsch", "viel glück", "hallo", "willkommen", "kein problem"],
  ...["mucho gusto", "encantado de conocerte", "encantada de conocerte", "cómo estás", "qué tal"],
  ...["buenos días", "buenas tardes", "buenas noches", "muchas gracias", "gracias", "de nada"],
  ...["hasta luego", "hasta mañana", "hasta pronto", "adiós", "feliz cumpleaños", "buena suerte"],
  ...["felicidades", "enhorabuena", "hola", "bienvenido", "bienvenida", "cuídate"],
  ...["ravi de te rencontrer", "ravie de te rencontrer", "enchanté", "enchantée", "comment ça va"],
  ...["ça va", "bonjour", "bonsoir", "bonne nuit", "merci beaucoup", "merci", "de rien", "salut"],
  ...["à bientôt", "à demain", "à plus tard", "au revoir", "bonne journée", "bon week-end"],
  ...["joyeux anniversaire", "bonne chance", "félicitations", "bienvenue", "prends soin de toi"],
  ...["piacere di conoscerti", "piacere", "come stai", "come va", "buongiorno", "buonasera"],
  ...["buonanotte", "grazie mille", "grazie", "prego", "a presto", "a domani", "arrivederci"],
  ...["buon compleanno", "buona fortuna", "congratulazioni", "ciao", "benvenuto", "benvenuta"],
  ...["prazer em conhecer você", "prazer em conhecê-lo", "prazer em te conhecer", "muito prazer"],
  ...["como vai", "tudo bem", "bom dia", "boa tarde", "boa noite", "muito obrigado"],
  ...["muito obrigada", "obrigado", "obrigada", "até logo", "até amanhã", "até breve", "tchau"],
  ...["feliz aniversário", "boa sorte", "parabéns", "olá", "oi", "bem-vindo", "bem-vinda"],
  ...["leuk je te ontmoeten", "aangenaam", "hoe gaat het", "goedemorgen", "goedemiddag"],
  ...["goedenavond", "goedenacht", "welterusten", "dank je wel", "dank je", "dankjewel", "bedankt"],
  ...["graag gedaan", "tot ziens", "tot straks", "tot morgen", "fijne dag", "fijn weekend"],
  ...["gefeliciteerd", "veel succes", "doei", "welkom"],
  ...[
    "很高兴认识你",
    "很高兴见到你",
    "你好吗",
    "你好",
    "您好",
    "早上好",
    "下午好",
    "晚上好",
    "晚安",
  ],
  ...[
    "非常感谢",
    "谢谢你",
    "谢谢",
    "不客气",
    "再见",
    "明天见",
    "生日快乐",
    "恭喜",
    "祝你好运",
    "欢迎",
  ],
  ...["はじめまして", "よろしくお願いします", "お元気ですか", "おはようございます", "こんにちは"],
  ...["こんばんは", "おやすみなさい", "ありがとうございます", "ありがとう", "どういたしまして"],
  ...[
    "さようなら",
    "またね",
    "お誕生日おめでとう",
    "おめでとうございます",
    "おめでとう",
    "ようこそ",
  ],
  ...["만나서 반가워요", "만나서 반갑습니다", "잘 지내요", "안녕하세요", "안녕히 가세요", "안녕"],
  ...[
    "감사합니다",
    "고마워요",
    "고마워",
    "천만에요",
    "잘 자요",
    "생일 축하해요",
    "축하해요",
    "환영합니다",
  ],
];

const LONGEST_FIRST = [...new Set(PHRASES)].sort((one, other) => other.length - one.length);
const PHRASE = new RegExp(
  `(?<![\\p{L}\\d])(?:${LONGEST_FIRST.join("|")})(?=[^\\p{L}\\d]|$)`,
  "giu",
);
/**
 * Matches one more word beside a phrase, such as "too" or a name. In scripts other than Latin, up
 * to three letters count as one word. They can be a Chinese name, for example.
 */
const ONE_WORD = /^[^\p{L}\d]*(?:[\p{Script=Latin}'’-]{1,20}|\p{L}{1,3})?[^\p{L}\d]*$/u;

/** Whether the sentence consists of phrases from this file and at most one more word. */
export function isSmallTalk(sentence: string): boolean {
  const rest = sentence.replace(/[’]/g, "'").replace(PHRASE, " ");
  return rest.length < sentence.length && ONE_WORD.test(rest);
}
