/**
 * Facts in several languages. Each fact has four texts: the message, a unit that keeps the fact, a
 * unit that lost the detail, and a unit that states another detail.
 */

export interface Fact {
  /** The message, said on Wednesday, 8 May 2024. */
  readonly said: string;
  /** A memory unit that keeps the fact in other words. */
  readonly kept: string;
  /** A unit without the detail. */
  readonly lacking: string;
  /** A unit with another detail. */
  readonly changed: string;
  readonly question: string;
  readonly expected: string;
  /** A right answer in another form. */
  readonly right: string;
  /** The answer from the changed unit. */
  readonly wrong: string;
}

type Row = readonly [
  said: string,
  kept: string,
  lacking: string,
  changed: string,
  question: string,
  expected: string,
  right: string,
  wrong: string,
];

export interface Language {
  readonly speaker: string;
  /** Messages that are unrelated to the facts. */
  readonly chatter: readonly string[];
  readonly unknown: string;
  /** Four facts: one about a thing, one about a number, one about a day, and a denial. */
  readonly facts: readonly Fact[];
}

export function facts(...rows: readonly Row[]): Fact[] {
  return rows.map(([said, kept, lacking, changed, question, expected, right, wrong]) => ({
    ...{ said, kept, lacking, changed, question, expected, right, wrong },
  }));
}

export const LANGUAGES: Readonly<Record<string, Language>> = {
  English: {
    speaker: "Nora",
    chatter: ["Good morning, did you sleep well?", "The bus was late again because of the rain."],
    unknown: "There is no information about that.",
    facts: facts(
      [
        "I bought a green bicycle at the flea market.",
        "Nora bought a green bicycle at a flea market.",
        "Nora bought a bicycle at a flea market.",
        "Nora bought a yellow bicycle at a flea market.",
        "Which colour is the bicycle that Nora bought?",
        "green",
        "It is green.",
        "yellow",
      ],
      [
        "My brother looks after twelve sheep in the mountains.",
        "Nora's brother keeps 12 sheep in the mountains.",
        "Nora's brother keeps sheep in the mountains.",
        "Nora's brother keeps 15 sheep in the mountains.",
        "How many sheep does Nora's brother have?",
        "twelve",
        "12",
        "15",
      ],
      [
        "Yesterday I finished the mosaic in the bathroom.",
        "Nora finished the bathroom mosaic on 7 May 2024.",
        "Nora finished the bathroom mosaic.",
        "Nora finished the bathroom mosaic on 2 May 2024.",
        "When did Nora finish the mosaic?",
        "7 May 2024",
        "On May 7, 2024",
        "2 May 2024",
      ],
      [
        "I do not eat mushrooms any more.",
        "Nora does not eat mushrooms.",
        "Nora talked about food.",
        "Nora eats mushrooms.",
        "Does Nora eat mushrooms?",
        "No",
        "No, she doesn't.",
        "Yes",
      ],
    ),
  },
  German: {
    speaker: "Nora",
    chatter: [
      "Guten Morgen, hast du gut geschlafen?",
      "Der Bus kam wegen des Regens wieder zu spät.",
    ],
    unknown: "Dazu gibt es keine Informationen.",
    facts: facts(
      [
        "Ich habe auf dem Flohmarkt ein grünes Fahrrad gekauft.",
        "Nora kaufte ein grünes Fahrrad auf einem Flohmarkt.",
        "Nora kaufte ein Fahrrad auf einem Flohmarkt.",
        "Nora kaufte ein gelbes Fahrrad auf einem Flohmarkt.",
        "Welche Farbe hat das Fahrrad, das Nora gekauft hat?",
        "grün",
        "Es ist grün.",
        "gelb",
      ],
      [
        "Mein Bruder hütet zwölf Schafe in den Bergen.",
        "Noras Bruder hütet 12 Schafe in den Bergen.",
        "Noras Bruder hütet Schafe in den Bergen.",
        "Noras Bruder hütet 15 Schafe in den Bergen.",
        "Wie viele Schafe hat Noras Bruder?",
        "zwölf",
        "12",
        "15",
      ],
      [
        "Gestern habe ich das Mosaik im Bad fertiggestellt.",
        "Nora stellte das Mosaik im Bad am 7. Mai 2024 fertig.",
        "Nora stellte das Mosaik im Bad fertig.",
        "Nora stellte das Mosaik im Bad am 2. Mai 2024 fertig.",
        "Wann hat Nora das Mosaik fertiggestellt?",
        "7. Mai 2024",
        "Am 07.05.2024",
        "2. Mai 2024",
      ],
      [
        "Ich esse keine Pilze mehr.",
        "Nora isst keine Pilze.",
        "Nora sprach über Essen.",
        "Nora isst Pilze.",
        "Isst Nora Pilze?",
        "Nein",
        "Nein, das tut sie nicht.",
        "Ja",
      ],
    ),
  },
  Spanish: {
    speaker: "Nora",
    chatter: ["Buenos días, ¿has dormido bien?", "El autobús llegó tarde otra vez por la lluvia."],
    unknown: "No hay información sobre eso.",
    facts: facts(
      [
        "Compré una bicicleta verde en el mercadillo.",
        "Nora ha comprado una bicicleta verde en un mercadillo.",
        "Nora ha comprado una bicicleta en un mercadillo.",
        "Nora ha comprado una bicicleta amarilla en un mercadillo.",
        "¿De qué color es la bicicleta que compró Nora?",
        "verde",
        "Es verde.",
        "amarilla",
      ],
      [
        "Mi hermano cuida doce ovejas en la montaña.",
        "El hermano de Nora cuida 12 ovejas en la montaña.",
        "El hermano de Nora cuida ovejas en la montaña.",
        "El hermano de Nora cuida 15 ovejas en la montaña.",
        "¿Cuántas ovejas tiene el hermano de Nora?",
        "doce",
        "12",
        "15",
      ],
      [
        "Ayer terminé el mosaico del baño.",
        "Nora terminó el mosaico del baño el 7 de mayo de 2024.",
        "Nora terminó el mosaico del baño.",
        "Nora terminó el mosaico del baño el 2 de mayo de 2024.",
        "¿Cuándo terminó Nora el mosaico?",
        "7 de mayo de 2024",
        "El 7 de mayo de 2024",
        "2 de mayo de 2024",
      ],
      [
        "Ya no como setas.",
        "Nora no come setas.",
        "Nora habló de comida.",
        "Nora come setas.",
        "¿Come Nora setas?",
        "No",
        "No, no come setas.",
        "Sí",
      ],
    ),
  },
  French: {
    speaker: "Nora",
    chatter: ["Bonjour, tu as bien dormi ?", "Le bus était encore en retard à cause de la pluie."],
    unknown: "Il n'y a aucune information à ce sujet.",
    facts: facts(
      [
        "J'ai acheté un vélo vert au marché aux puces.",
        "Nora a acheté un vélo vert dans un marché aux puces.",
        "Nora a acheté un vélo dans un marché aux puces.",
        "Nora a acheté un vélo jaune dans un marché aux puces.",
        "De quelle couleur est le vélo que Nora a acheté ?",
        "vert",
        "Il est vert.",
        "jaune",
      ],
      [
        "Mon frère garde douze moutons dans la montagne.",
        "Le frère de Nora garde 12 moutons dans la montagne.",
        "Le frère de Nora garde des moutons dans la montagne.",
        "Le frère de Nora garde 15 moutons dans la montagne.",
        "Combien de moutons a le frère de Nora ?",
        "douze",
        "12",
        "15",
      ],
      [
        "Hier j'ai terminé la mosaïque de la salle de bains.",
        "Nora a terminé la mosaïque de la salle de bains le 7 mai 2024.",
        "Nora a terminé la mosaïque de la salle de bains.",
        "Nora a terminé la mosaïque de la salle de bains le 2 mai 2024.",
        "Quand Nora a-t-elle terminé la mosaïque ?",
        "7 mai 2024",
        "Le 7 mai 2024",
        "2 mai 2024",
      ],
      [
        "Je ne mange plus de champignons.",
        "Nora ne mange pas de champignons.",
        "Nora a parlé de nourriture.",
        "Nora mange des champignons.",
        "Est-ce que Nora mange des champignons ?",
        "Non",
        "Non, elle n'en mange pas.",
        "Oui",
      ],
    ),
  },
  Italian: {
    speaker: "Nora",
    chatter: ["Buongiorno, hai dormito bene?", "L'autobus era di nuovo in ritardo per la pioggia."],
    unknown: "Non ci sono informazioni al riguardo.",
    facts: facts(
      [
        "Ho comprato una bicicletta verde al mercatino.",
        "Nora ha comprato una bicicletta verde a un mercatino.",
        "Nora ha comprato una bicicletta a un mercatino.",
        "Nora ha comprato una bicicletta gialla a un mercatino.",
        "Di che colore è la bicicletta che ha comprato Nora?",
        "verde",
        "È verde.",
        "gialla",
      ],
      [
        "Mio fratello accudisce dodici pecore in montagna.",
        "Il fratello di Nora accudisce 12 pecore in montagna.",
        "Il fratello di Nora accudisce pecore in montagna.",
        "Il fratello di Nora accudisce 15 pecore in montagna.",
        "Quante pecore ha il fratello di Nora?",
        "dodici",
        "12",
        "15",
      ],
      [
        "Ieri ho finito il mosaico del bagno.",
        "Nora ha finito il mosaico del bagno il 7 maggio 2024.",
        "Nora ha finito il mosaico del bagno.",
        "Nora ha finito il mosaico del bagno il 2 maggio 2024.",
        "Quando ha finito Nora il mosaico?",
        "7 maggio 2024",
        "Il 7 maggio 2024",
        "2 maggio 2024",
      ],
      [
        "Non mangio più funghi.",
        "Nora non mangia funghi.",
        "Nora ha parlato di cibo.",
        "Nora mangia funghi.",
        "Nora mangia funghi?",
        "No",
        "No, non li mangia.",
        "Sì",
      ],
    ),
  },
};
