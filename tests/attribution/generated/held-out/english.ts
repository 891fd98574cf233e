import { american, inWords, iso, later, long } from "../draw.ts";
import type { Conversation, TopicMaker } from "../topic.ts";
import { derived } from "./english-derived.ts";
import { PEOPLE } from "./english-pools.ts";

const STONES = "garnet opal jade topaz onyx amber".split(" ");
const TOOLS = [
  "a spirit level",
  "two clamps",
  "a mitre saw",
  "a chisel",
  "sandpaper",
  "a tape measure",
];
const FIRMS = [
  "Northgate Dental",
  "Halden Freight",
  "Bluebird Press",
  "Ostrava Steel",
  "Marlow Optics",
];
const LANGUAGES = "Basque Welsh Swahili Catalan Icelandic Tagalog".split(" ");

const topics: readonly TopicMaker[] = [
  (d) => {
    const [firm, wrong, old] = [d.of(FIRMS), d.of(FIRMS), d.of(FIRMS)];
    return {
      kind: "value",
      turns: [
        {
          said: `I start at ${firm} on Monday, they offered me the bookkeeping post.`,
          stored: `${d.who} accepted a bookkeeping post with ${firm}.`,
        },
      ],
      question: `Which company does ${d.who} work for?`,
      expected: [firm],
      wrong: {
        value: [`${d.who} accepted a bookkeeping post with ${wrong}.`, wrong],
        truncated: [`${d.who} accepted a bookkeeping post with`, "The company is not known."],
        person: [
          `${d.other} accepted a bookkeeping post with ${firm}.`,
          `I have nothing on ${d.who}'s job.`,
        ],
      },
      right: `The employer is ${firm}.`,
      earlier: [
        `Still doing the books at ${old}, same desk for years.`,
        `${d.who} keeps the books at ${old}.`,
        old,
      ],
    };
  },
  (d) => {
    const [stone, wrong] = [d.of(STONES), d.of(STONES)];
    return {
      kind: "value",
      turns: [
        {
          said: `Grandma's ring turned up in the attic. The stone is ${stone}, can you believe it?`,
          stored: `${d.who} found grandmother's ring in the attic; its stone is ${stone}.`,
        },
      ],
      question: `Which stone is in the ring that ${d.who} found?`,
      expected: [stone],
      wrong: {
        value: [`${d.who} found grandmother's ring in the attic; its stone is ${wrong}.`, wrong],
        left: [`${d.who} found grandmother's ring in the attic.`, "The stone was never named."],
      },
      right: `The ring has ${stone} in it.`,
      lookalike: `Everyone guessed ${stone}, but in truth it was ${wrong}.`,
    };
  },
  (d) => {
    const [a, b] = [d.of(LANGUAGES), d.of(LANGUAGES)];
    return {
      kind: "value",
      turns: [
        {
          said: `Signed up for an evening class in ${a}; the first lesson was pure chaos.`,
          stored: `${d.who} takes evening lessons in ${a}.`,
        },
      ],
      question: `Which language is ${d.who} learning?`,
      expected: [a],
      wrong: { value: [`${d.who} takes evening lessons in ${b}.`, b] },
      right: `${d.who} is learning ${a}.`,
      lookalike: `It used to be ${a}; today it is ${b}.`,
    };
  },
  (d) => {
    const [age, wrong] = [d.number(41, 89), d.number(41, 89)];
    return {
      kind: "number",
      turns: [
        {
          said: `My uncle turns ${age} and still rows every morning.`,
          stored: `${d.who}'s uncle, who rows daily, is turning ${inWords(age)}.`,
        },
      ],
      question: `How old is ${d.who}'s uncle turning?`,
      expected: [`${age}`],
      wrong: {
        number: [`${d.who}'s uncle, who rows daily, is turning ${inWords(wrong)}.`, `${wrong}`],
      },
      right: inWords(age),
    };
  },
  (d) => {
    const [thousands, wrong] = [d.number(13, 47), d.number(13, 47)];
    return {
      kind: "number",
      turns: [
        {
          said: `The van we looked at has ${thousands},500 kilometres on the clock.`,
          stored: `The van that ${d.who} viewed has done ${thousands}500 km.`,
        },
      ],
      question: `How many kilometres has the van done that ${d.who} looked at?`,
      expected: [`${thousands},500`],
      wrong: { number: [`The van that ${d.who} viewed has done ${wrong}500 km.`, `${wrong},500`] },
      right: `${thousands}500 kilometres`,
    };
  },
  (d) => {
    const [hour, minute] = [d.number(5, 11), d.number(10, 49)];
    return {
      kind: "clock",
      turns: [
        {
          said: `The coach to the coast leaves at ${hour}:${minute} am, so set two alarms.`,
          stored: `${d.who}'s coach to the coast departs at ${hour}:${minute} in the morning.`,
        },
      ],
      question: `When does ${d.who}'s coach to the coast leave?`,
      expected: [`${hour}:${minute} am`],
      wrong: {
        number: [
          `${d.who}'s coach to the coast departs at ${hour}:${minute + 10} in the morning.`,
          `${hour}:${minute + 10} am`,
        ],
      },
      right: `At ${hour}:${minute}`,
    };
  },
  (d) => {
    const [rent, wrong] = [d.number(610, 980), d.number(610, 980)];
    return {
      kind: "money",
      turns: [
        {
          said: `They want £${rent} a month for the studio, plus bills. Madness.`,
          stored: `The studio would cost ${d.who} ${rent} pounds monthly, bills excluded.`,
        },
      ],
      question: `What is the monthly rent of the studio ${d.who} looked at?`,
      expected: [`£${rent}`],
      wrong: {
        number: [
          `The studio would cost ${d.who} ${wrong} pounds monthly, bills excluded.`,
          `£${wrong}`,
        ],
        left: [
          `The studio would cost ${d.who} a lot monthly, bills excluded.`,
          "No amount was given.",
        ],
      },
      right: `${rent} pounds`,
    };
  },
  (d) => {
    const percent = d.of([15, 20, 30, 40, 60]);
    const wrong = d.of([25, 35, 45, 55]);
    return {
      kind: "number",
      turns: [
        {
          said: `The insurer covers ${percent} percent of the hearing aid, the rest is on me.`,
          stored: `${d.who}'s insurer pays ${percent}% of the hearing aid.`,
        },
      ],
      question: `What share of the hearing aid does ${d.who}'s insurer pay?`,
      expected: [`${percent}%`],
      wrong: { number: [`${d.who}'s insurer pays ${wrong}% of the hearing aid.`, `${wrong}%`] },
      right: `${inWords(percent)} percent`,
    };
  },
  (d) => {
    const when = d.day();
    const wrong = later(when, -1);
    const old = later(when, 12);
    return {
      kind: "date",
      turns: [
        {
          said: `Mark it down: the vernissage is on ${american(when)}, no excuses.`,
          stored: `${d.who}'s vernissage takes place on ${long(when)}.`,
        },
      ],
      question: `On which date is ${d.who}'s vernissage?`,
      expected: [american(when)],
      wrong: { date: [`${d.who}'s vernissage takes place on ${long(wrong)}.`, american(wrong)] },
      right: iso(when),
      earlier: [
        `My vernissage will be on ${american(old)} if the gallery agrees.`,
        `${d.who} plans a vernissage on ${long(old)}.`,
        american(old),
      ],
    };
  },
  (d) => {
    const day = later(d.today, -3);
    return {
      kind: "date",
      turns: [
        {
          said: "The stove broke down three days ago, we have been living on sandwiches.",
          stored: `${d.who}'s stove broke down on ${long(day)}.`,
        },
      ],
      question: `When did ${d.who}'s stove break down?`,
      expected: [american(day)],
      wrong: {
        date: [`${d.who}'s stove broke down on ${long(later(day, 2))}.`, american(later(day, 2))],
        left: [`${d.who}'s stove broke down.`, "No date is known."],
      },
      right: long(day),
    };
  },
  (d) => ({
    kind: "yes or no",
    turns: [
      {
        said: "I never learned how to swim, the lake scared me.",
        stored: `${d.who} never learned to swim, out of fear of the lake.`,
      },
    ],
    question: `Can ${d.who} swim?`,
    expected: ["No"],
    wrong: { polarity: [`${d.who} learned to swim in the lake.`, "Yes"] },
    right: "No, not at all.",
  }),
  (d) => ({
    kind: "yes or no",
    turns: [
      {
        said: "The council approved our loft conversion this week, champagne!",
        stored: `The council approved ${d.who}'s loft conversion.`,
      },
    ],
    question: `Did the council approve ${d.who}'s loft conversion?`,
    expected: ["Yes"],
    wrong: { polarity: [`The council did not approve ${d.who}'s loft conversion.`, "No"] },
    right: "Yes, it was approved.",
  }),
  (d) => {
    const [a, b] = [d.of(PEOPLE), d.of(PEOPLE)];
    return {
      kind: "roles",
      turns: [
        {
          said: `At the club final ${a} beat ${b} in the last frame.`,
          stored: `${a} defeated ${b} in the last frame of the club final.`,
        },
      ],
      question: "Who won the club final?",
      expected: [a],
      wrong: {
        roles: [`${b} defeated ${a} in the last frame of the club final.`, b],
        value: [`The club final was decided in the last frame.`, "The winner is not known."],
      },
      right: `${a} won it.`,
      lookalike: `${b}, who beat ${a}.`,
    };
  },
  (d) => {
    const [a, b, c] = [d.of(TOOLS), d.of(TOOLS), d.of(TOOLS)];
    return {
      kind: "list",
      turns: [
        {
          said: `For the shelves I borrowed ${a}, ${b} and ${c} from next door.`,
          stored: `${d.who} borrowed ${a}, ${b} and ${c} from a neighbour to build shelves.`,
        },
      ],
      question: `What did ${d.who} borrow for the shelves?`,
      expected: [`${a}, ${b}, ${c}`],
      wrong: {
        item: [
          `${d.who} borrowed ${a} and ${b} from a neighbour to build shelves.`,
          `${a} and ${b}`,
        ],
      },
      right: `${b}, ${a} and ${c}`,
    };
  },
  ...derived,
];

const DID = [
  "swept the yard",
  "repotted the cactus",
  "forgot the keys",
  "ate too much cake",
  "sorted the recycling",
  "watched the swallows",
  "mended a sock",
  "heard the bells",
  "chased a pigeon",
  "polished the boots",
];
const HOW = ["again", "at dawn", "in a hurry", "with a headache", "for once", "as usual"];

export const english: Conversation = {
  language: "en",
  speakers: ["Naomi", "Declan", "Ruth", "Viktor"],
  topics,
  chat: (d) => {
    const [did, how] = [d.of(DID), d.of(HOW)];
    return [`Nothing much here. I ${did} ${how}.`, `${d.who} ${did} ${how}.`];
  },
  asides: [
    "Long time no see!",
    "Honestly.",
    "What about you?",
    "My battery is nearly dead.",
    "Speak soon.",
  ],
  unknown: ["No record of that exists.", "I have nothing on this."],
};
