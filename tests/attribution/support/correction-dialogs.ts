/** Written dialogs of a user with an assistant, in ten languages. The user begins. */
export interface CorrectionDialog {
  readonly language: string;
  readonly turns: readonly string[];
  /** Position of the corrected answer; null if the user corrects no answer. */
  readonly wrong: number | null;
  /** Words of the expected answer; null if the user states none. */
  readonly expected: string | null;
}

export const CORRECTION_DIALOGS: readonly CorrectionDialog[] = [
  {
    language: "en",
    turns: [
      "Who is my accountant?",
      "Your accountant is Mr. Hill.",
      "No, my accountant is Sandra Moor.",
    ],
    wrong: 1,
    expected: "Sandra Moor",
  },
  {
    language: "en",
    turns: ["Where do my parents live?", "Your parents live in Denver.", "They live in Boulder."],
    wrong: 1,
    expected: "Boulder",
  },
  {
    language: "en",
    turns: ["When is the wedding?", "It is on 3 June.", "No, it's on 13 June."],
    wrong: 1,
    expected: "13 June",
  },
  {
    language: "en",
    turns: ["What car do I drive?", "You drive a Golf.", "It's a Polo, not a Golf."],
    wrong: 1,
    expected: "Polo",
  },
  {
    language: "en",
    turns: ["How many siblings do I have?", "You have one sibling.", "No, I have four siblings."],
    wrong: 1,
    expected: "four",
  },
  {
    language: "en",
    turns: [
      "Which gym do I go to?",
      "You go to FitLab.",
      "I already told you I switched to Ironworks.",
    ],
    wrong: 1,
    expected: "Ironworks",
  },
  {
    language: "en",
    turns: ["Who gave me the lamp?", "Your boss gave it to you.", "It was my aunt."],
    wrong: 1,
    expected: "my aunt",
  },
  {
    language: "en",
    turns: [
      "What's my favourite tea?",
      "Your favourite tea is mint tea.",
      "That's incorrect, it's oolong.",
    ],
    wrong: 1,
    expected: "oolong",
  },
  {
    language: "en",
    turns: [
      "What did Eva say about the trip?",
      "Eva said it was fun.",
      "What did Eva say about the trip?",
    ],
    wrong: 1,
    expected: null,
  },
  {
    language: "en",
    turns: ["Where is my passport?", "It's in the drawer.", "No worries, I found it."],
    wrong: null,
    expected: null,
  },
  {
    language: "en",
    turns: ["Who is my landlord?", "Mr. Gray is your landlord.", "He lives in Spain now."],
    wrong: null,
    expected: null,
  },
  {
    language: "en",
    turns: ["What's for dinner?", "You planned a curry. Shall I order rice?", "No, I have rice."],
    wrong: null,
    expected: null,
  },
  {
    language: "en",
    turns: ["What did I tell Sam?", "You told Sam about the trip.", "No wonder he called."],
    wrong: null,
    expected: null,
  },
  {
    language: "en",
    turns: ["Which film won?", "The film Nomad won.", "No, really? I loved it."],
    wrong: null,
    expected: null,
  },
  {
    language: "en",
    turns: [
      "When did I start my job?",
      "You started in May 2019.",
      "My sister said no, it was 2018.",
    ],
    wrong: null,
    expected: null,
  },
  {
    language: "en",
    turns: [
      "Where did I put the tickets?",
      "In the blue folder.",
      "No, I mean yes, great, they are there.",
    ],
    wrong: null,
    expected: null,
  },
  {
    language: "de",
    turns: ["Wo arbeite ich?", "Du arbeitest bei Bosch.", "Nein, ich arbeite bei Siemens."],
    wrong: 1,
    expected: "Siemens",
  },
  {
    language: "de",
    turns: ["Wer hat mir das Buch geschenkt?", "Dein Chef.", "Das war mein Onkel."],
    wrong: 1,
    expected: "mein Onkel",
  },
  {
    language: "de",
    turns: ["Wie alt ist meine Katze?", "Deine Katze ist vier Jahre alt.", "Nein, sie ist sieben."],
    wrong: 1,
    expected: "sieben",
  },
  {
    language: "de",
    turns: ["Wann fahre ich los?", "Um 8 Uhr.", "Nein danke, das reicht mir."],
    wrong: null,
    expected: null,
  },
  {
    language: "de",
    turns: [
      "Was ist mein Lieblingsessen?",
      "Dein Lieblingsessen ist Pizza.",
      "Ich habe dir schon gesagt, dass ich vegan lebe und Ramen liebe.",
    ],
    wrong: 1,
    expected: "Ramen",
  },
  {
    language: "de",
    turns: ["Wer ist mein Arzt?", "Dein Arzt ist Dr. Wolf.", "Nein, ich glaube, das stimmt."],
    wrong: null,
    expected: null,
  },
  {
    language: "es",
    turns: ["¿Dónde trabajo?", "Trabajas en Telefónica.", "No, trabajo en Correos."],
    wrong: 1,
    expected: "Correos",
  },
  {
    language: "es",
    turns: ["¿Quién me regaló el reloj?", "Tu vecino.", "Fue mi abuelo."],
    wrong: 1,
    expected: "mi abuelo",
  },
  {
    language: "es",
    turns: ["¿Cuándo es la boda?", "La boda es en junio.", "No, es en julio."],
    wrong: 1,
    expected: "julio",
  },
  {
    language: "es",
    turns: ["¿Dónde está el coche?", "En el garaje.", "No importa, ya lo vi."],
    wrong: null,
    expected: null,
  },
  {
    language: "fr",
    turns: ["Où travaille ma sœur ?", "Elle travaille à Metz.", "Non, elle travaille à Brest."],
    wrong: 1,
    expected: "Brest",
  },
  {
    language: "fr",
    turns: ["Qui m'a offert la montre ?", "Ton voisin.", "C'était mon oncle."],
    wrong: 1,
    expected: "mon oncle",
  },
  {
    language: "fr",
    turns: [
      "Quel est mon plat préféré ?",
      "Ton plat préféré est le cassoulet.",
      "Pas le cassoulet, mais la raclette.",
    ],
    wrong: 1,
    expected: "raclette",
  },
  {
    language: "fr",
    turns: ["Où est mon sac ?", "Dans le couloir.", "Non, rien, merci."],
    wrong: null,
    expected: null,
  },
  {
    language: "it",
    turns: ["Dove lavoro?", "Lavori alla Fiat.", "No, lavoro alla Barilla."],
    wrong: 1,
    expected: "Barilla",
  },
  {
    language: "it",
    turns: ["Quando è il concerto?", "Il concerto è venerdì.", "No, è sabato."],
    wrong: 1,
    expected: "sabato",
  },
  {
    language: "it",
    turns: ["Dov'è la mia borsa?", "In cucina.", "No, niente, grazie."],
    wrong: null,
    expected: null,
  },
  {
    language: "pt",
    turns: ["Onde eu trabalho?", "Você trabalha na Vale.", "Não, eu trabalho na Embraer."],
    wrong: 1,
    expected: "Embraer",
  },
  {
    language: "pt",
    turns: ["Quem me deu o relógio?", "O seu vizinho.", "Foi o meu avô."],
    wrong: 1,
    expected: "meu avô",
  },
  {
    language: "pt",
    turns: ["Onde está a minha bolsa?", "Na cozinha.", "Não, nada, obrigada."],
    wrong: null,
    expected: null,
  },
  {
    language: "nl",
    turns: ["Waar werk ik?", "Je werkt bij Philips.", "Nee, ik werk bij ASML."],
    wrong: 1,
    expected: "ASML",
  },
  {
    language: "nl",
    turns: ["Wie gaf me het horloge?", "Je buurman.", "Dat was mijn opa."],
    wrong: 1,
    expected: "mijn opa",
  },
  {
    language: "nl",
    turns: ["Waar is mijn tas?", "In de keuken.", "Nee, laat maar, bedankt."],
    wrong: null,
    expected: null,
  },
  {
    language: "zh",
    turns: ["我在哪里工作？", "你在华为工作。", "不是，我在腾讯工作。"],
    wrong: 1,
    expected: "腾讯",
  },
  {
    language: "zh",
    turns: ["谁送我手表的？", "是你的老板。", "不是老板，是我爷爷。"],
    wrong: 1,
    expected: "我爷爷",
  },
  {
    language: "zh",
    turns: ["我的包在哪里？", "在厨房。", "不用了，谢谢。"],
    wrong: null,
    expected: null,
  },
  {
    language: "ja",
    turns: [
      "私はどこで働いていますか？",
      "トヨタで働いています。",
      "いいえ、ホンダで働いています。",
    ],
    wrong: 1,
    expected: "ホンダ",
  },
  {
    language: "ja",
    turns: ["時計をくれたのは誰ですか？", "上司です。", "違います、祖父です。"],
    wrong: 1,
    expected: "祖父",
  },
  {
    language: "ja",
    turns: ["鞄はどこですか？", "台所です。", "いえいえ、ありがとう。"],
    wrong: null,
    expected: null,
  },
  {
    language: "ko",
    turns: ["저는 어디에서 일해요?", "현대에서 일해요.", "아니요, 삼성에서 일해요."],
    wrong: 1,
    expected: "삼성",
  },
  {
    language: "ko",
    turns: ["누가 시계를 줬어요?", "상사가 줬어요.", "아니요, 할아버지예요."],
    wrong: 1,
    expected: "할아버지",
  },
  {
    language: "ko",
    turns: ["가방이 어디 있어요?", "부엌에 있어요.", "아니에요, 괜찮아요. 감사합니다."],
    wrong: null,
    expected: null,
  },
];
