/** One conversation a line: its language, and the turns. The last turn corrects nothing. */
const CONVERSATIONS = `
en | Where is my dentist? | Your dentist is on Main Street. | It's the one next to the bakery, right.
en | Who is coming to dinner? | Anna and Ben are coming. | No, that's everyone, thanks.
en | When did I last see Tom? | You saw Tom on 3 May. | No kidding, that was ages ago.
en | How many books did I read this year? | You read 12 books. | I want to read 20 next year.
en | Where did we have lunch? | You had lunch at Nora's. | We went to the park after that.
en | What is my wifi password? | It is hunter2. | No luck, it doesn't work.
en | Who is my accountant? | Your accountant is Sandra. | No idea how I forgot that.
en | When is the deadline? | The deadline is 5 June. | No, that can't work for me.
en | Where does Mia live? | Mia lives in Ghent. | She lived in Bruges before.
en | Which doctor did I see? | You saw Dr. Lee. | No appointment with Dr. Kim then?
en | What's the capital of France? | The capital of France is Paris. | It was my favourite city as a child.
en | Who called yesterday? | Your aunt called yesterday. | It was my birthday.
en | What did I say about Rome? | You said you liked Rome. | I told you I liked it, yes.
en | When is my shift? | Your shift starts at 8. | I start at 9 on Fridays.
en | Can you find my notes? | Here they are: buy milk. | No, not now. Later.
en | Is Tom my cousin? | Yes, Tom is your cousin. | No wonder we look alike.
en | Where is the party? | The party is at Leo's. | No, I'm not going.
en | What does my brother do? | Your brother is a chef. | He is a great chef.
en | How old is my son? | Your son is 6. | He is in first grade.
de | Wo ist die Feier? | Die Feier ist bei Leo. | Nein, ich gehe nicht hin.
de | Wer hat angerufen? | Deine Tante hat angerufen. | Das war mein Geburtstag.
de | Wann ist mein Termin? | Dein Termin ist am 5. Mai. | Nein, das passt mir nicht.
de | Wie alt ist mein Sohn? | Dein Sohn ist 6. | Er geht in die erste Klasse.
de | Wo wohnt Mia? | Mia wohnt in Gent. | Sie wohnte früher in Brügge.
de | Was habe ich gekauft? | Du hast ein Sofa gekauft. | Nein, kaputt ist es schon.
es | ¿Dónde es la fiesta? | La fiesta es en casa de Leo. | No, no voy a ir.
es | ¿Quién llamó? | Llamó tu tía. | Era mi cumpleaños.
es | ¿Cuándo es mi cita? | Tu cita es el 5 de mayo. | No, ese día no puedo.
fr | Où est la fête ? | La fête est chez Léo. | Non, je n'y vais pas.
fr | Qui a appelé ? | Ta tante a appelé. | C'était mon anniversaire.
fr | Quand est mon rendez-vous ? | Le 5 mai. | Non, ça ne me va pas.
it | Dov'è la festa? | La festa è da Leo. | No, non ci vado.
it | Quando è la visita? | Il 5 maggio. | No, quel giorno non posso.
pt | Onde é a festa? | A festa é na casa do Leo. | Não, eu não vou.
pt | Quando é a consulta? | No dia 5 de maio. | Não, nesse dia não posso.
nl | Waar is het feest? | Het feest is bij Leo. | Nee, ik ga niet.
nl | Wanneer is mijn afspraak? | Op 5 mei. | Nee, dat komt niet uit.
zh | 聚会在哪里？ | 聚会在小李家。 | 不，我不去。
zh | 我的预约是什么时候？ | 是五月五日。 | 不行，那天我没空。
ja | パーティーはどこですか？ | レオの家です。 | いいえ、行きません。
ja | 予約はいつですか？ | 五月五日です。 | いや、その日は都合が悪いです。
ko | 파티가 어디예요? | 레오 집이에요. | 아니요, 안 가요.
ko | 예약이 언제예요? | 5월 5일이에요. | 아니요, 그날은 안 돼요.
en | Where did I buy the lamp? | You bought the lamp at IKEA. | No, really? I could swear my mother gave it to me.
en | What size shoes do I wear? | You wear size 42. | No need to order them, then.
en | Who is watching the kids tonight? | Your mother is watching the kids. | No, I asked because the neighbour offered too.
en | When is Dad's surgery? | Dad's surgery is on Monday. | No, don't put it in the calendar.
en | What did I plan for the weekend? | You planned a bike tour. | Not if it rains, then we go to the museum.
en | How much did the sofa cost? | The sofa cost 900 dollars. | No, it was worth every cent.
en | Where is my charger? | Your charger is in the car. | It is not in the car, I just looked.
en | Which song did I like? | You liked Blue Monday. | No doubt the best one on the album.
en | What's my sister's job? | Your sister is a nurse. | She was promoted to head nurse yesterday!
en | Who won the game? | The Hawks won the game. | They played so well.
en | When do we leave? | We leave at 7 am. | My husband thinks it's at 8.
en | What is Anna allergic to? | Anna is allergic to nuts. | Peanuts too?
en | Where does Paul work? | Paul works at Siemens. | He worked there for ten years now.
en | How many guests are coming? | Ten guests are coming. | Two of them are vegetarians.
en | What time is dinner? | Dinner is at 7. | No stress, I'll be there.
en | What was the movie called? | The movie was called Arrival. | That was the one with my favourite actress.
de | Wie viel hat das Sofa gekostet? | Das Sofa hat 900 Euro gekostet. | Nein, das war es mir wert.
de | Wer passt heute auf die Kinder auf? | Deine Mutter passt auf. | Nein, ich frage nur, weil der Nachbar auch Zeit hätte.
de | Wo ist mein Ladegerät? | Dein Ladegerät ist im Auto. | Im Auto ist es nicht, ich habe gerade nachgesehen.
de | Was ist meine Schwester von Beruf? | Deine Schwester ist Krankenschwester. | Sie ist gestern befördert worden.
de | Wann essen wir? | Wir essen um 19 Uhr. | Mein Mann meint, um acht.
de | Wie heißt der Film? | Der Film heißt Arrival. | Das war der mit meiner Lieblingsschauspielerin.
es | ¿Cuánto costó el sofá? | El sofá costó 900 euros. | No, valió la pena.
es | ¿Dónde está mi cargador? | Tu cargador está en el coche. | En el coche no está, acabo de mirar.
es | ¿Quién cuida a los niños? | Tu madre cuida a los niños. | No, lo pregunto porque el vecino también puede.
fr | Combien a coûté le canapé ? | Le canapé a coûté 900 euros. | Non, il les valait bien.
fr | Où est mon chargeur ? | Ton chargeur est dans la voiture. | Dans la voiture il n'y est pas, je viens de regarder.
fr | Qui garde les enfants ? | Ta mère garde les enfants. | Non, je demande parce que le voisin est libre aussi.
it | Quanto è costato il divano? | Il divano è costato 900 euro. | No, ne è valsa la pena.
it | Dov'è il caricatore? | Il caricatore è in macchina. | In macchina non c'è, ho appena guardato.
pt | Quanto custou o sofá? | O sofá custou 900 euros. | Não, valeu a pena.
pt | Onde está o carregador? | O carregador está no carro. | No carro não está, acabei de olhar.
nl | Hoeveel kostte de bank? | De bank kostte 900 euro. | Nee, dat was het waard.
nl | Waar is mijn oplader? | Je oplader ligt in de auto. | In de auto ligt hij niet, ik heb net gekeken.
zh | 沙发多少钱？ | 沙发九百欧元。 | 不，值得。
zh | 谁照顾孩子？ | 你妈妈照顾孩子。 | 不，我只是问问，邻居也有空。
ja | ソファはいくらでしたか？ | 九百ユーロでした。 | いや、買ってよかった。
ja | 誰が子供を見ますか？ | お母さんです。 | いえ、隣の人も空いているので聞いただけです。
ko | 소파가 얼마였어요? | 소파는 900유로였어요. | 아니요, 그만한 가치가 있었어요.
ko | 누가 아이들을 봐요? | 어머니가 봐요. | 아니요, 이웃도 시간이 있어서 물어봤어요.
en | Where do I keep the drill? | You keep the drill in the shed. | No, I was just checking.
en | Which train did I take? | You took the 9:15 train. | No, and it was late again.
en | What did Lena cook? | Lena cooked a curry. | No leftovers, sadly.
en | When is my exam? | Your exam is on 12 June. | No! That's so soon.
en | Who fixed the sink? | Your neighbour fixed the sink. | He fixed the heater as well.
en | How tall is my daughter? | Your daughter is 1.30 m tall. | She grew 5 cm since then.
en | What is my favourite colour? | Your favourite colour is teal. | No one else likes it.
en | Where was I born? | You were born in Turin. | My sister was born in Milan.
en | What's my doctor's number? | Your doctor's number is 555 201. | No answer there, it's Sunday.
en | Which wine did we like? | You liked the Barolo. | No more wine for me this month.
en | What time does the shop open? | The shop opens at 9. | No rush, then.
en | Who is Carla? | Carla is your dentist's assistant. | Carla was so nice to me.
de | Wo steht der Bohrer? | Der Bohrer steht im Schuppen. | Nein, ich wollte es nur wissen.
de | Was hat Lena gekocht? | Lena hat Curry gekocht. | Nein, und es war nichts mehr übrig.
de | Wann ist meine Prüfung? | Deine Prüfung ist am 12. Juni. | Nein! Das ist ja schon bald.
de | Wer hat das Waschbecken repariert? | Dein Nachbar hat es repariert. | Er hat auch die Heizung repariert.
de | Wo bin ich geboren? | Du bist in Turin geboren. | Meine Schwester ist in Mailand geboren.
es | ¿Qué cocinó Lena? | Lena cocinó un curry. | No quedó nada, qué pena.
es | ¿Cuándo es mi examen? | Tu examen es el 12 de junio. | ¡No! Qué pronto.
es | ¿Dónde nací? | Naciste en Turín. | Mi hermana nació en Milán.
fr | Qu'a cuisiné Léna ? | Léna a cuisiné un curry. | Non, et il n'en restait plus.
fr | Quand est mon examen ? | Ton examen est le 12 juin. | Non ! C'est bientôt.
fr | Où suis-je né ? | Tu es né à Turin. | Ma sœur est née à Milan.
it | Quando è il mio esame? | Il tuo esame è il 12 giugno. | No! Così presto.
it | Chi ha riparato il lavandino? | Il tuo vicino. | Ha riparato anche la caldaia.
pt | Quando é a minha prova? | A sua prova é no dia 12 de junho. | Não! Tão cedo.
pt | Onde eu nasci? | Você nasceu em Turim. | A minha irmã nasceu em Milão.
nl | Wanneer is mijn examen? | Je examen is op 12 juni. | Nee! Zo snel al.
nl | Waar ben ik geboren? | Je bent in Turijn geboren. | Mijn zus is in Milaan geboren.
zh | 我的考试是什么时候？ | 你的考试是六月十二日。 | 不会吧，这么快！
zh | 谁修了水槽？ | 你邻居修了水槽。 | 不，我只是想确认一下。
ja | 試験はいつですか？ | 六月十二日です。 | いや、もうすぐですね。
ja | 流しを直したのは誰ですか？ | 隣の人です。 | いえ、確認したかったんです。
ko | 시험이 언제예요? | 6월 12일이에요. | 아니, 벌써요?
ko | 누가 싱크대를 고쳤어요? | 이웃이 고쳤어요. | 아니요, 그냥 궁금했어요.
`;

/** Replies that look like corrections but correct nothing: a "no", another fact, or an aside. */
export const PLAIN_REPLIES = CONVERSATIONS.trim()
  .split("\n")
  .map((line) => {
    const [language = "", ...turns] = line.split(" | ");
    return { language, turns };
  });
