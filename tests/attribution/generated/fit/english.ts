import { american, inWords, iso, later, long } from "../draw.ts";
import type { Conversation, TopicMaker } from "../topic.ts";
import { derived } from "./english-derived.ts";
import { CITIES, FRIENDS } from "./english-pools.ts";

const PETS = "Juniper Pepper Waffles Biscuit Clementine Domino Saffron Pickle".split(" ");
const COLOURS = "turquoise crimson ochre lilac olive silver maroon ivory".split(" ");
const DRUGS = [
  "ramipril",
  "metformin",
  "beta blockers",
  "ibuprofen",
  "cortisone",
  "antihistamines",
];
const GEAR = [
  "a head torch",
  "a tarpaulin",
  "a camping stove",
  "binoculars",
  "a first aid kit",
  "a harmonica",
  "a thermos",
];

const topics: readonly TopicMaker[] = [
  (d) => {
    const [friend, city, wrong, old] = [d.of(FRIENDS), d.of(CITIES), d.of(CITIES), d.of(CITIES)];
    return {
      kind: "value",
      turns: [
        {
          said: `My cousin ${friend} finally got the transfer and lives in ${city} now.`,
          stored: `${d.who}'s cousin ${friend} was transferred and now lives in ${city}.`,
        },
      ],
      question: `In which city does ${d.who}'s cousin live now?`,
      expected: [city],
      wrong: {
        value: [`${d.who}'s cousin ${friend} was transferred and now lives in ${wrong}.`, wrong],
        truncated: [`${d.who}'s cousin ${friend} was transferred and now lives`, "I cannot tell."],
        person: [
          `${d.other}'s cousin ${friend} was transferred and now lives in ${city}.`,
          `I know of no cousin of ${d.who}.`,
        ],
      },
      right: `The cousin lives in ${city}.`,
      earlier: [
        `My cousin ${friend} lives in ${old} these days.`,
        `${d.who}'s cousin ${friend} lives in ${old}.`,
        old,
      ],
    };
  },
  (d) => {
    const [pet, wrong] = [d.of(PETS), d.of(PETS)];
    return {
      kind: "value",
      turns: [
        {
          said: `We picked up the puppy from the shelter on the hill, a whippet, and the kids insisted on ${pet}.`,
          stored: `${d.who} adopted a whippet puppy from a shelter; it is called ${pet}.`,
        },
      ],
      question: `What is ${d.who}'s puppy called?`,
      expected: [pet],
      wrong: {
        value: [`${d.who} adopted a whippet puppy from a shelter; it is called ${wrong}.`, wrong],
        left: [`${d.who} adopted a whippet puppy from a shelter.`, "Its name is not known."],
      },
      right: `They named the puppy ${pet}.`,
      lookalike: `Not ${pet}, that was another dog; it is ${wrong}.`,
    };
  },
  (d) => {
    const [colour, wrong] = [d.of(COLOURS), d.of(COLOURS)];
    return {
      kind: "value",
      turns: [
        {
          said: `The hallway is done at last! I painted it ${colour} from floor to ceiling.`,
          stored: `${d.who} painted the hallway ${colour} all over.`,
        },
      ],
      question: `What colour did ${d.who} paint the hallway?`,
      expected: [colour],
      wrong: {
        value: [`${d.who} painted the hallway ${wrong} all over.`, wrong],
        left: [`${d.who} painted the hallway all over.`, "The colour was not mentioned."],
      },
      right: `It was painted ${colour}.`,
      lookalike: `They considered ${colour} and then chose ${wrong}.`,
    };
  },
  (d) => {
    const years = d.number(11, 34);
    const wrong = d.number(11, 34);
    return {
      kind: "number",
      turns: [
        {
          said: `We signed for the flat, third floor, and the mortgage will run for ${inWords(years)} years.`,
          stored: `${d.who} bought a third-floor flat with a ${years}-year mortgage.`,
        },
      ],
      question: `How many years does ${d.who}'s mortgage run?`,
      expected: [`${years} years`],
      wrong: {
        number: [
          `${d.who} bought a third-floor flat with a ${wrong}-year mortgage.`,
          `${wrong} years`,
        ],
      },
      right: `${inWords(years)} years`,
    };
  },
  (d) => {
    const [minutes, seconds] = [d.number(12, 58), d.number(10, 59)];
    return {
      kind: "clock",
      turns: [
        {
          said: `Ran the half marathon in 1:${minutes}:${seconds} on Sunday, my legs are jelly.`,
          stored: `${d.who} finished the Sunday half marathon in 1:${minutes}:${seconds}.`,
        },
      ],
      question: `What was ${d.who}'s half marathon time?`,
      expected: [`1:${minutes}:${seconds}`],
      wrong: {
        number: [
          `${d.who} finished the Sunday half marathon in 1:${minutes - 1}:${seconds}.`,
          `1:${minutes - 1}:${seconds}`,
        ],
      },
      right: `It took 1:${minutes}:${seconds}.`,
    };
  },
  (d) => {
    const [hour, wrong] = [d.number(1, 10), d.number(1, 10)];
    return {
      kind: "clock",
      turns: [
        {
          said: `From now on the choir meets at ${hour} pm in the chapel.`,
          stored: `${d.who}'s choir meets in the chapel at ${hour + 12}:00.`,
        },
      ],
      question: `At what time does ${d.who}'s choir meet?`,
      expected: [`${hour} pm`],
      wrong: {
        number: [`${d.who}'s choir meets in the chapel at ${wrong + 12}:00.`, `${wrong} pm`],
      },
      right: `${hour + 12}:00`,
    };
  },
  (d) => {
    const [price, wrong] = [d.number(120, 480), d.number(120, 480)];
    return {
      kind: "money",
      turns: [
        {
          said: `The plumber charged me ${price} euros for one valve, daylight robbery.`,
          stored: `A plumber charged ${d.who} €${price} for a valve.`,
        },
      ],
      question: `How much did the plumber charge ${d.who}?`,
      expected: [`${price} euros`],
      wrong: {
        number: [`A plumber charged ${d.who} €${wrong} for a valve.`, `${wrong} euros`],
        left: [`A plumber replaced a valve for ${d.who}.`, "The price is not known."],
      },
      right: `€${price}`,
    };
  },
  (d) => {
    const when = d.day();
    const wrong = later(when, 1);
    const old = later(when, -9);
    return {
      kind: "date",
      turns: [
        {
          said: `The clinic moved my stress test to ${long(when)}.`,
          stored: `${d.who}'s stress test was rescheduled to ${iso(when)}.`,
        },
      ],
      question: `When is ${d.who}'s stress test?`,
      expected: [long(when)],
      wrong: { date: [`${d.who}'s stress test was rescheduled to ${iso(wrong)}.`, long(wrong)] },
      right: american(when),
      earlier: [
        `The clinic wants me in for a stress test on ${long(old)}.`,
        `${d.who} has a stress test on ${iso(old)}.`,
        long(old),
      ],
    };
  },
  (d) => {
    const day = later(d.today, -1);
    return {
      kind: "date",
      turns: [
        {
          said: "I handed in my notice to the landlord yesterday, no way back.",
          stored: `${d.who} gave the landlord notice on ${long(day)}.`,
        },
      ],
      question: `When did ${d.who} give notice to the landlord?`,
      expected: [long(day)],
      wrong: {
        date: [
          `${d.who} gave the landlord notice on ${long(later(day, -2))}.`,
          long(later(day, -2)),
        ],
        left: [`${d.who} gave the landlord notice.`, "The day is not known."],
      },
      right: american(day),
    };
  },
  (d) => ({
    kind: "yes or no",
    turns: [
      {
        said: "I can't eat shellfish any more, last time my throat swelled up within minutes.",
        stored: `${d.who} cannot eat shellfish because it makes the throat swell.`,
      },
    ],
    question: `Can ${d.who} eat shellfish?`,
    expected: ["No"],
    wrong: { polarity: [`${d.who} can eat shellfish without any trouble.`, "Yes"] },
    right: "No, that is not possible.",
  }),
  (d) => ({
    kind: "yes or no",
    turns: [
      {
        said: "We did get the allotment after all, the one by the canal.",
        stored: `${d.who} got the allotment by the canal.`,
      },
    ],
    question: `Did ${d.who} get the allotment?`,
    expected: ["Yes"],
    wrong: { polarity: [`${d.who} did not get the allotment by the canal.`, "No"] },
    right: "Yes, it worked out.",
  }),
  (d) => {
    const [a, b] = [d.of(FRIENDS), d.of(FRIENDS)];
    return {
      kind: "roles",
      turns: [
        {
          said: `${a} from accounting is leaving, so ${b} will take over the harbour contract from ${a}.`,
          stored: `${b} takes over the harbour contract from ${a}, who leaves accounting.`,
        },
      ],
      question: "Who takes over the harbour contract?",
      expected: [b],
      wrong: {
        roles: [`${a} takes over the harbour contract from ${b}, who leaves accounting.`, a],
        value: [
          `Somebody takes over the harbour contract from ${a}, who leaves accounting.`,
          "Nobody has been named.",
        ],
      },
      right: `The contract goes to ${b}.`,
    };
  },
  (d) => {
    const [a, b] = [d.of(DRUGS), d.of(DRUGS)];
    return {
      kind: "roles",
      turns: [
        {
          said: `Dr. Anand switched me from ${a} to ${b} last week.`,
          stored: `Dr. Anand switched ${d.who} from ${a} to ${b}.`,
        },
      ],
      question: `What does ${d.who} take now?`,
      expected: [b],
      wrong: { roles: [`Dr. Anand switched ${d.who} from ${b} to ${a}.`, a] },
      right: `${d.who} takes ${b}.`,
      earlier: [
        `I am on ${a} because of my blood pressure.`,
        `${d.who} takes ${a} for blood pressure.`,
        a,
      ],
    };
  },
  (d) => {
    const [a, b, c] = [d.of(GEAR), d.of(GEAR), d.of(GEAR)];
    return {
      kind: "list",
      turns: [
        {
          said: `For the ridge walk I packed ${a}, ${b} and ${c}.`,
          stored: `${d.who} packed ${a}, ${b} and ${c} for the ridge walk.`,
        },
      ],
      question: `What did ${d.who} pack for the ridge walk?`,
      expected: [`${a}, ${b} and ${c}`],
      wrong: { item: [`${d.who} packed ${a} and ${c} for the ridge walk.`, `${a} and ${c}`] },
      right: `${c}, ${b} and ${a}`,
    };
  },
  ...derived,
];

const MOODS = [
  "slept badly",
  "burned the toast",
  "missed the tram",
  "lost an umbrella",
  "watered the ferns",
  "fixed the blinds",
  "cleaned the oven",
  "found an old scarf",
  "queued at the post office",
  "ironed all the shirts",
];
const TIMES = [
  "before breakfast",
  "after lunch",
  "during the storm",
  "on the way home",
  "with the radio on",
  "in the rain",
];

export const english: Conversation = {
  language: "en",
  speakers: ["Marta", "Tobias", "Elin", "Jonas"],
  topics,
  chat: (d) => {
    const [mood, time] = [d.of(MOODS), d.of(TIMES)];
    return [`Well, I ${mood} ${time}, what a day.`, `${d.who} ${mood} ${time}.`];
  },
  asides: [
    "Sorry for the late reply.",
    "Anyway!",
    "How was your evening?",
    "The kettle is whistling, one second.",
    "You know how it is.",
  ],
  unknown: ["There is no information about that.", "I don't know."],
};
