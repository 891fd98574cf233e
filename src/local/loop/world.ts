/**
 * What the made-up conversations are about: people, facts about them, and questions about the
 * facts.
 */

export const PEOPLE = "Maya Jonas Priya Tomas Aylin Karim Ingrid Paulo Noor Vera".split(" ");
export const SMALL_TALK = [
  "What a grey morning it is.",
  "Thank you, that helps a lot.",
  "Back again, with coffee this time.",
  "That made me laugh.",
  "Please keep it short today.",
];

/**
 * A pattern for facts. For example, the subject “sister” and the value “Lena” give the statement
 * “My sister is called Lena.” and the question “What is Maya's sister called?”.
 */
export interface Frame {
  readonly says: (subject: string, value: string) => string;
  readonly asks: (subject: string, person: string) => string;
  readonly values: readonly string[];
}

export const FRAMES = {
  name: {
    says: (subject, value) => `My ${subject} is called ${value}.`,
    asks: (subject, person) => `What is ${person}'s ${subject} called?`,
    values:
      "Lena Biscuit Farid Olga Rocco Selma Quentin Pepper Yara Milo Hanne Dexter Imke Basil".split(
        " ",
      ),
  },
  code: {
    says: (subject, value) => `The code of my ${subject} is ${value}.`,
    asks: (subject, person) => `What is the code of ${person}'s ${subject}?`,
    values: "4471 9032 2856 7719 6140 3385 5207 8864 1593 6678".split(" "),
  },
  day: {
    says: (subject, value) => `My ${subject} is on ${value}.`,
    asks: (subject, person) => `When is ${person}'s ${subject}?`,
    values: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" "),
  },
  place: {
    says: (subject, value) => `My ${subject} takes place in the ${value}.`,
    asks: (subject, person) => `Where does ${person}'s ${subject} take place?`,
    values: [
      "old chapel",
      "harbour",
      "glass pavilion",
      "upper library",
      "botanic garden",
      "town hall",
    ],
  },
  home: {
    says: (subject, value) => `My ${subject} lives in ${value}.`,
    asks: (subject, person) => `Where does ${person}'s ${subject} live?`,
    values: "Porto Tallinn Bergen Lucca Graz Cork Leiden Malmo Ghent Turku".split(" "),
  },
  bed: {
    says: (subject, value) => `My ${subject} sleeps under the ${value}.`,
    asks: (subject, person) => `Where does ${person}'s ${subject} sleep?`,
    values: ["kitchen stove", "window shelf", "garden stairs", "hall mirror", "green sofa"],
  },
  kept: {
    says: (subject, value) => `My ${subject} is kept behind the ${value}.`,
    asks: (subject, person) => `Where is ${person}'s ${subject} kept?`,
    values: ["blue curtain", "wine cabinet", "laundry door", "tool shed", "boiler", "rain barrel"],
  },
  car: {
    says: (subject, value) => `My ${subject} drives a ${value}.`,
    asks: (subject, person) => `What does ${person}'s ${subject} drive?`,
    values: [
      "silver Volvo",
      "yellow van",
      "green Saab",
      "white Fiat",
      "red tractor",
      "blue minibus",
      "black Skoda",
      "racing kart",
    ],
  },
  allergy: {
    says: (subject, value) => `My ${subject} is allergic to ${value}.`,
    asks: (subject, person) => `What is ${person}'s ${subject} allergic to?`,
    values:
      "peanuts pollen shellfish wool strawberries chicken garlic latex soy wheat lemons".split(" "),
  },
  plan: {
    says: (subject, value) => `My ${subject} plans to ${value}.`,
    asks: (subject, person) => `What does ${person}'s ${subject} plan to do?`,
    values: [
      "walk across Iceland",
      "learn the cello",
      "open a bakery",
      "build a sauna",
      "study law",
      "breed alpacas",
      "row the Danube",
      "restore clocks",
    ],
  },
  favourite: {
    says: (subject, value) => `My favourite ${subject} is ${value}.`,
    asks: (subject, person) => `What is ${person}'s favourite ${subject}?`,
    values: "quince elderflower ginger rhubarb cherry plum cardamom".split(" "),
  },
} satisfies Record<string, Frame>;

export type FrameName = keyof typeof FRAMES;

export const KINDS_OF_SUBJECTS: readonly {
  subjects: readonly string[];
  frames: readonly FrameName[];
}[] = [
  {
    subjects: "sister brother daughter neighbour landlord colleague dentist".split(" "),
    frames: ["name", "home", "car", "allergy", "plan"],
  },
  { subjects: "dog cat parrot rabbit".split(" "), frames: ["name", "bed", "allergy"] },
  { subjects: "locker suitcase laptop bicycle piano".split(" "), frames: ["code", "kept"] },
  { subjects: "checkup rehearsal interview exam picnic".split(" "), frames: ["day", "place"] },
  { subjects: "tea jam cake syrup juice".split(" "), frames: ["favourite"] },
];
