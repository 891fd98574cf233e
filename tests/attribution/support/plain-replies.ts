/** Replies that look like corrections but correct nothing: a "no", another fact, or an aside. */
export const PLAIN_REPLIES: readonly {
  readonly language: string;
  readonly turns: readonly string[];
}[] = [
  {
    language: "en",
    turns: [
      "Where is my dentist?",
      "Your dentist is on Main Street.",
      "It's the one next to the bakery, right.",
    ],
  },
  {
    language: "en",
    turns: ["Who is coming to dinner?", "Anna and Ben are coming.", "No, that's everyone, thanks."],
  },
  {
    language: "en",
    turns: ["When did I last see Tom?", "You saw Tom on 3 May.", "No kidding, that was ages ago."],
  },
  {
    language: "en",
    turns: [
      "How many books did I read this year?",
      "You read 12 books.",
      "I want to read 20 next year.",
    ],
  },
  {
    language: "en",
    turns: [
      "Where did we have lunch?",
      "You had lunch at Nora's.",
      "We went to the park after that.",
    ],
  },
  {
    language: "en",
    turns: ["What is my wifi password?", "It is hunter2.", "No luck, it doesn't work."],
  },
  {
    language: "en",
    turns: ["Who is my accountant?", "Your accountant is Sandra.", "No idea how I forgot that."],
  },
  {
    language: "en",
    turns: ["When is the deadline?", "The deadline is 5 June.", "No, that can't work for me."],
  },
  {
    language: "en",
    turns: ["Where does Mia live?", "Mia lives in Ghent.", "She lived in Bruges before."],
  },
  {
    language: "en",
    turns: ["Which doctor did I see?", "You saw Dr. Lee.", "No appointment with Dr. Kim then?"],
  },
  {
    language: "en",
    turns: [
      "What's the capital of France?",
      "The capital of France is Paris.",
      "It was my favourite city as a child.",
    ],
  },
  {
    language: "en",
    turns: ["Who called yesterday?", "Your aunt called yesterday.", "It was my birthday."],
  },
  {
    language: "en",
    turns: [
      "What did I say about Rome?",
      "You said you liked Rome.",
      "I told you I liked it, yes.",
    ],
  },
  {
    language: "en",
    turns: ["When is my shift?", "Your shift starts at 8.", "I start at 9 on Fridays."],
  },
  {
    language: "en",
    turns: ["Can you find my notes?", "Here they are: buy milk.", "No, not now. Later."],
  },
  {
    language: "en",
    turns: ["Is Tom my cousin?", "Yes, Tom is your cousin.", "No wonder we look alike."],
  },
  {
    language: "en",
    turns: ["Where is the party?", "The party is at Leo's.", "No, I'm not going."],
  },
  {
    language: "en",
    turns: ["What does my brother do?", "Your brother is a chef.", "He is a great chef."],
  },
  { language: "en", turns: ["How old is my son?", "Your son is 6.", "He is in first grade."] },
  {
    language: "de",
    turns: ["Wo ist die Feier?", "Die Feier ist bei Leo.", "Nein, ich gehe nicht hin."],
  },
  {
    language: "de",
    turns: ["Wer hat angerufen?", "Deine Tante hat angerufen.", "Das war mein Geburtstag."],
  },
  {
    language: "de",
    turns: ["Wann ist mein Termin?", "Dein Termin ist am 5. Mai.", "Nein, das passt mir nicht."],
  },
  {
    language: "de",
    turns: ["Wie alt ist mein Sohn?", "Dein Sohn ist 6.", "Er geht in die erste Klasse."],
  },
  {
    language: "de",
    turns: ["Wo wohnt Mia?", "Mia wohnt in Gent.", "Sie wohnte früher in Brügge."],
  },
  {
    language: "de",
    turns: ["Was habe ich gekauft?", "Du hast ein Sofa gekauft.", "Nein, kaputt ist es schon."],
  },
  {
    language: "es",
    turns: ["¿Dónde es la fiesta?", "La fiesta es en casa de Leo.", "No, no voy a ir."],
  },
  { language: "es", turns: ["¿Quién llamó?", "Llamó tu tía.", "Era mi cumpleaños."] },
  {
    language: "es",
    turns: ["¿Cuándo es mi cita?", "Tu cita es el 5 de mayo.", "No, ese día no puedo."],
  },
  { language: "fr", turns: ["Où est la fête ?", "La fête est chez Léo.", "Non, je n'y vais pas."] },
  { language: "fr", turns: ["Qui a appelé ?", "Ta tante a appelé.", "C'était mon anniversaire."] },
  { language: "fr", turns: ["Quand est mon rendez-vous ?", "Le 5 mai.", "Non, ça ne me va pas."] },
  { language: "it", turns: ["Dov'è la festa?", "La festa è da Leo.", "No, non ci vado."] },
  { language: "it", turns: ["Quando è la visita?", "Il 5 maggio.", "No, quel giorno non posso."] },
  { language: "pt", turns: ["Onde é a festa?", "A festa é na casa do Leo.", "Não, eu não vou."] },
  {
    language: "pt",
    turns: ["Quando é a consulta?", "No dia 5 de maio.", "Não, nesse dia não posso."],
  },
  { language: "nl", turns: ["Waar is het feest?", "Het feest is bij Leo.", "Nee, ik ga niet."] },
  { language: "nl", turns: ["Wanneer is mijn afspraak?", "Op 5 mei.", "Nee, dat komt niet uit."] },
  { language: "zh", turns: ["聚会在哪里？", "聚会在小李家。", "不，我不去。"] },
  { language: "zh", turns: ["我的预约是什么时候？", "是五月五日。", "不行，那天我没空。"] },
  { language: "ja", turns: ["パーティーはどこですか？", "レオの家です。", "いいえ、行きません。"] },
  {
    language: "ja",
    turns: ["予約はいつですか？", "五月五日です。", "いや、その日は都合が悪いです。"],
  },
  { language: "ko", turns: ["파티가 어디예요?", "레오 집이에요.", "아니요, 안 가요."] },
  { language: "ko", turns: ["예약이 언제예요?", "5월 5일이에요.", "아니요, 그날은 안 돼요."] },
  {
    language: "en",
    turns: [
      "Where did I buy the lamp?",
      "You bought the lamp at IKEA.",
      "No, really? I could swear my mother gave it to me.",
    ],
  },
  {
    language: "en",
    turns: ["What size shoes do I wear?", "You wear size 42.", "No need to order them, then."],
  },
  {
    language: "en",
    turns: [
      "Who is watching the kids tonight?",
      "Your mother is watching the kids.",
      "No, I asked because the neighbour offered too.",
    ],
  },
  {
    language: "en",
    turns: [
      "When is Dad's surgery?",
      "Dad's surgery is on Monday.",
      "No, don't put it in the calendar.",
    ],
  },
  {
    language: "en",
    turns: [
      "What did I plan for the weekend?",
      "You planned a bike tour.",
      "Not if it rains, then we go to the museum.",
    ],
  },
  {
    language: "en",
    turns: [
      "How much did the sofa cost?",
      "The sofa cost 900 dollars.",
      "No, it was worth every cent.",
    ],
  },
  {
    language: "en",
    turns: [
      "Where is my charger?",
      "Your charger is in the car.",
      "It is not in the car, I just looked.",
    ],
  },
  {
    language: "en",
    turns: [
      "Which song did I like?",
      "You liked Blue Monday.",
      "No doubt the best one on the album.",
    ],
  },
  {
    language: "en",
    turns: [
      "What's my sister's job?",
      "Your sister is a nurse.",
      "She was promoted to head nurse yesterday!",
    ],
  },
  {
    language: "en",
    turns: ["Who won the game?", "The Hawks won the game.", "They played so well."],
  },
  {
    language: "en",
    turns: ["When do we leave?", "We leave at 7 am.", "My husband thinks it's at 8."],
  },
  {
    language: "en",
    turns: ["What is Anna allergic to?", "Anna is allergic to nuts.", "Peanuts too?"],
  },
  {
    language: "en",
    turns: [
      "Where does Paul work?",
      "Paul works at Siemens.",
      "He worked there for ten years now.",
    ],
  },
  {
    language: "en",
    turns: [
      "How many guests are coming?",
      "Ten guests are coming.",
      "Two of them are vegetarians.",
    ],
  },
  {
    language: "en",
    turns: ["What time is dinner?", "Dinner is at 7.", "No stress, I'll be there."],
  },
  {
    language: "en",
    turns: [
      "What was the movie called?",
      "The movie was called Arrival.",
      "That was the one with my favourite actress.",
    ],
  },
  {
    language: "de",
    turns: [
      "Wie viel hat das Sofa gekostet?",
      "Das Sofa hat 900 Euro gekostet.",
      "Nein, das war es mir wert.",
    ],
  },
  {
    language: "de",
    turns: [
      "Wer passt heute auf die Kinder auf?",
      "Deine Mutter passt auf.",
      "Nein, ich frage nur, weil der Nachbar auch Zeit hätte.",
    ],
  },
  {
    language: "de",
    turns: [
      "Wo ist mein Ladegerät?",
      "Dein Ladegerät ist im Auto.",
      "Im Auto ist es nicht, ich habe gerade nachgesehen.",
    ],
  },
  {
    language: "de",
    turns: [
      "Was ist meine Schwester von Beruf?",
      "Deine Schwester ist Krankenschwester.",
      "Sie ist gestern befördert worden.",
    ],
  },
  {
    language: "de",
    turns: ["Wann essen wir?", "Wir essen um 19 Uhr.", "Mein Mann meint, um acht."],
  },
  {
    language: "de",
    turns: [
      "Wie heißt der Film?",
      "Der Film heißt Arrival.",
      "Das war der mit meiner Lieblingsschauspielerin.",
    ],
  },
  {
    language: "es",
    turns: ["¿Cuánto costó el sofá?", "El sofá costó 900 euros.", "No, valió la pena."],
  },
  {
    language: "es",
    turns: [
      "¿Dónde está mi cargador?",
      "Tu cargador está en el coche.",
      "En el coche no está, acabo de mirar.",
    ],
  },
  {
    language: "es",
    turns: [
      "¿Quién cuida a los niños?",
      "Tu madre cuida a los niños.",
      "No, lo pregunto porque el vecino también puede.",
    ],
  },
  {
    language: "fr",
    turns: [
      "Combien a coûté le canapé ?",
      "Le canapé a coûté 900 euros.",
      "Non, il les valait bien.",
    ],
  },
  {
    language: "fr",
    turns: [
      "Où est mon chargeur ?",
      "Ton chargeur est dans la voiture.",
      "Dans la voiture il n'y est pas, je viens de regarder.",
    ],
  },
  {
    language: "fr",
    turns: [
      "Qui garde les enfants ?",
      "Ta mère garde les enfants.",
      "Non, je demande parce que le voisin est libre aussi.",
    ],
  },
  {
    language: "it",
    turns: [
      "Quanto è costato il divano?",
      "Il divano è costato 900 euro.",
      "No, ne è valsa la pena.",
    ],
  },
  {
    language: "it",
    turns: [
      "Dov'è il caricatore?",
      "Il caricatore è in macchina.",
      "In macchina non c'è, ho appena guardato.",
    ],
  },
  {
    language: "pt",
    turns: ["Quanto custou o sofá?", "O sofá custou 900 euros.", "Não, valeu a pena."],
  },
  {
    language: "pt",
    turns: [
      "Onde está o carregador?",
      "O carregador está no carro.",
      "No carro não está, acabei de olhar.",
    ],
  },
  {
    language: "nl",
    turns: ["Hoeveel kostte de bank?", "De bank kostte 900 euro.", "Nee, dat was het waard."],
  },
  {
    language: "nl",
    turns: [
      "Waar is mijn oplader?",
      "Je oplader ligt in de auto.",
      "In de auto ligt hij niet, ik heb net gekeken.",
    ],
  },
  { language: "zh", turns: ["沙发多少钱？", "沙发九百欧元。", "不，值得。"] },
  { language: "zh", turns: ["谁照顾孩子？", "你妈妈照顾孩子。", "不，我只是问问，邻居也有空。"] },
  {
    language: "ja",
    turns: ["ソファはいくらでしたか？", "九百ユーロでした。", "いや、買ってよかった。"],
  },
  {
    language: "ja",
    turns: [
      "誰が子供を見ますか？",
      "お母さんです。",
      "いえ、隣の人も空いているので聞いただけです。",
    ],
  },
  {
    language: "ko",
    turns: ["소파가 얼마였어요?", "소파는 900유로였어요.", "아니요, 그만한 가치가 있었어요."],
  },
  {
    language: "ko",
    turns: ["누가 아이들을 봐요?", "어머니가 봐요.", "아니요, 이웃도 시간이 있어서 물어봤어요."],
  },
  {
    language: "en",
    turns: [
      "Where do I keep the drill?",
      "You keep the drill in the shed.",
      "No, I was just checking.",
    ],
  },
  {
    language: "en",
    turns: ["Which train did I take?", "You took the 9:15 train.", "No, and it was late again."],
  },
  {
    language: "en",
    turns: ["What did Lena cook?", "Lena cooked a curry.", "No leftovers, sadly."],
  },
  {
    language: "en",
    turns: ["When is my exam?", "Your exam is on 12 June.", "No! That's so soon."],
  },
  {
    language: "en",
    turns: [
      "Who fixed the sink?",
      "Your neighbour fixed the sink.",
      "He fixed the heater as well.",
    ],
  },
  {
    language: "en",
    turns: [
      "How tall is my daughter?",
      "Your daughter is 1.30 m tall.",
      "She grew 5 cm since then.",
    ],
  },
  {
    language: "en",
    turns: [
      "What is my favourite colour?",
      "Your favourite colour is teal.",
      "No one else likes it.",
    ],
  },
  {
    language: "en",
    turns: ["Where was I born?", "You were born in Turin.", "My sister was born in Milan."],
  },
  {
    language: "en",
    turns: [
      "What's my doctor's number?",
      "Your doctor's number is 555 201.",
      "No answer there, it's Sunday.",
    ],
  },
  {
    language: "en",
    turns: ["Which wine did we like?", "You liked the Barolo.", "No more wine for me this month."],
  },
  {
    language: "en",
    turns: ["What time does the shop open?", "The shop opens at 9.", "No rush, then."],
  },
  {
    language: "en",
    turns: ["Who is Carla?", "Carla is your dentist's assistant.", "Carla was so nice to me."],
  },
  {
    language: "de",
    turns: [
      "Wo steht der Bohrer?",
      "Der Bohrer steht im Schuppen.",
      "Nein, ich wollte es nur wissen.",
    ],
  },
  {
    language: "de",
    turns: [
      "Was hat Lena gekocht?",
      "Lena hat Curry gekocht.",
      "Nein, und es war nichts mehr übrig.",
    ],
  },
  {
    language: "de",
    turns: [
      "Wann ist meine Prüfung?",
      "Deine Prüfung ist am 12. Juni.",
      "Nein! Das ist ja schon bald.",
    ],
  },
  {
    language: "de",
    turns: [
      "Wer hat das Waschbecken repariert?",
      "Dein Nachbar hat es repariert.",
      "Er hat auch die Heizung repariert.",
    ],
  },
  {
    language: "de",
    turns: [
      "Wo bin ich geboren?",
      "Du bist in Turin geboren.",
      "Meine Schwester ist in Mailand geboren.",
    ],
  },
  {
    language: "es",
    turns: ["¿Qué cocinó Lena?", "Lena cocinó un curry.", "No quedó nada, qué pena."],
  },
  {
    language: "es",
    turns: ["¿Cuándo es mi examen?", "Tu examen es el 12 de junio.", "¡No! Qué pronto."],
  },
  { language: "es", turns: ["¿Dónde nací?", "Naciste en Turín.", "Mi hermana nació en Milán."] },
  {
    language: "fr",
    turns: ["Qu'a cuisiné Léna ?", "Léna a cuisiné un curry.", "Non, et il n'en restait plus."],
  },
  {
    language: "fr",
    turns: ["Quand est mon examen ?", "Ton examen est le 12 juin.", "Non ! C'est bientôt."],
  },
  { language: "fr", turns: ["Où suis-je né ?", "Tu es né à Turin.", "Ma sœur est née à Milan."] },
  {
    language: "it",
    turns: ["Quando è il mio esame?", "Il tuo esame è il 12 giugno.", "No! Così presto."],
  },
  {
    language: "it",
    turns: ["Chi ha riparato il lavandino?", "Il tuo vicino.", "Ha riparato anche la caldaia."],
  },
  {
    language: "pt",
    turns: ["Quando é a minha prova?", "A sua prova é no dia 12 de junho.", "Não! Tão cedo."],
  },
  {
    language: "pt",
    turns: ["Onde eu nasci?", "Você nasceu em Turim.", "A minha irmã nasceu em Milão."],
  },
  {
    language: "nl",
    turns: ["Wanneer is mijn examen?", "Je examen is op 12 juni.", "Nee! Zo snel al."],
  },
  {
    language: "nl",
    turns: ["Waar ben ik geboren?", "Je bent in Turijn geboren.", "Mijn zus is in Milaan geboren."],
  },
  { language: "zh", turns: ["我的考试是什么时候？", "你的考试是六月十二日。", "不会吧，这么快！"] },
  { language: "zh", turns: ["谁修了水槽？", "你邻居修了水槽。", "不，我只是想确认一下。"] },
  { language: "ja", turns: ["試験はいつですか？", "六月十二日です。", "いや、もうすぐですね。"] },
  {
    language: "ja",
    turns: ["流しを直したのは誰ですか？", "隣の人です。", "いえ、確認したかったんです。"],
  },
  { language: "ko", turns: ["시험이 언제예요?", "6월 12일이에요.", "아니, 벌써요?"] },
  {
    language: "ko",
    turns: ["누가 싱크대를 고쳤어요?", "이웃이 고쳤어요.", "아니요, 그냥 궁금했어요."],
  },
];
