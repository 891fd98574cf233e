import { american, inWords, iso, later, long } from "../draw.ts";
import type { Conversation, TopicMaker } from "../topic.ts";

const CITIES = "Trieste Graz Porto Ghent Turku Malmo Leeds Nantes Basel Krakow Split Aarhus".split(
  " ",
);
const FRIENDS = "Priya Oskar Ingrid Mateo Yuki Farid Helga Bruno Noor Celeste".split(" ");
const PETS = "Juniper Pepper Waffles Biscuit Clementine Domino Saffron Pickle".split(" ");
const COLOURS = "turquoise crimson ochre lilac olive silver maroon ivory".split(" ");
const TRADES = "carpenter beekeeper radiographer locksmith florist surveyor cellist baker".split(
  " ",
);
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
const COUNTRIES = "Slovenia Portugal Estonia Malta Iceland Croatia Latvia Ireland".split(" ");
const PLACES = [
  "the lido",
  "the observatory",
  "the salt mine",
  "the paper mill",
  "the windmill",
  "the aquarium",
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
  (d) => {
    const [a, b, c] = [d.of(COUNTRIES), d.of(COUNTRIES), d.of(COUNTRIES)];
    return {
      kind: "count",
      turns: [
        {
          said: `Just back from ${a}, the lakes were freezing.`,
          stored: `${d.who} returned from ${a}, where the lakes were freezing.`,
        },
        {
          said: `We squeezed in four days in ${b} before the holidays.`,
          stored: `${d.who} spent four days in ${b} before the holidays.`,
        },
        {
          said: `Greetings from ${c}, finally some sun!`,
          stored: `${d.who} sent greetings from sunny ${c}.`,
        },
      ],
      question: `How many countries did ${d.who} visit?`,
      expected: ["3"],
      wrong: { value: [`${d.who} sent greetings from somewhere sunny.`, "2"] },
      right: "three countries",
    };
  },
  (d) => {
    const [a, b] = [d.number(120, 390), d.number(40, 95)];
    return {
      kind: "sum",
      turns: [
        {
          said: `The used bike was $${a}, and it squeaks.`,
          stored: `${d.who} bought a squeaking used bike for $${a}.`,
        },
        {
          said: `New brakes for the bike cost me another $${b}.`,
          stored: `${d.who} paid $${b} for new brakes on the bike.`,
        },
      ],
      question: `How much did ${d.who} spend on the bike in total?`,
      expected: [`$${a + b}`],
      wrong: { left: [`${d.who} fitted new brakes on the bike.`, `$${a}`] },
      right: `${a + b} dollars`,
    };
  },
  (d) => {
    const [friend, city, wrong] = [d.of(FRIENDS), d.of(CITIES), d.of(CITIES)];
    return {
      kind: "several hops",
      turns: [
        {
          said: `${friend} is godmother to our daughter, we studied together.`,
          stored: `${friend}, who studied with ${d.who}, is godmother to ${d.who}'s daughter.`,
        },
        {
          said: `${friend} moved to ${city} for the harbour job.`,
          stored: `${friend} relocated to ${city} for a job at the harbour.`,
        },
      ],
      question: `In which city does the godmother of ${d.who}'s daughter live?`,
      expected: [city],
      wrong: { value: [`${friend} relocated to ${wrong} for a job at the harbour.`, wrong] },
      right: `She lives in ${city}.`,
    };
  },
  (d) => {
    const start = later(d.days[0] ?? d.today, 0);
    const end = d.days[1] ?? d.today;
    const days = Math.round(
      (Date.UTC(end.year, end.month - 1, end.day) -
        Date.UTC(start.year, start.month - 1, start.day)) /
        86_400_000,
    );
    return {
      kind: "duration",
      turns: [
        {
          said: "Ordered the standing desk today.",
          stored: `${d.who} ordered a standing desk on ${long(start)}.`,
        },
        {
          said: "The standing desk was delivered this morning, no scratches.",
          stored: `${d.who}'s standing desk was delivered unscratched on ${long(end)}.`,
        },
      ],
      question: `How many days passed between ${d.who} ordering the standing desk and its delivery?`,
      expected: [`${days} days`],
      wrong: {
        left: [`${d.who}'s standing desk was delivered unscratched.`, "That cannot be told."],
      },
      right: `${inWords(days)} days`,
    };
  },
  (d) => {
    const [a, b] = [d.number(4, 11), d.number(14, 21)];
    return {
      kind: "comparison",
      turns: [
        {
          said: `I managed ${a} kilometres along the dunes despite the wind.`,
          stored: `${d.who} ran ${a} km along the dunes in the wind.`,
        },
        {
          said: `My run along the dunes was ${b} kilometres.`,
          stored: `${d.other} ran ${b} km along the dunes.`,
          byOther: true,
        },
      ],
      question: `Who ran farther along the dunes, ${d.who} or ${d.other}?`,
      expected: [d.other],
      wrong: { number: [`${d.other} ran ${a - 2} km along the dunes.`, d.who] },
      right: `${d.other} did.`,
    };
  },
  (d) => ({
    kind: "preference",
    turns: [
      {
        said: "For my birthday please nothing with meat, and I would love to sit outside.",
        stored: `${d.who} wants a meat-free birthday dinner and to sit outside.`,
      },
    ],
    question: `What kind of restaurant would ${d.who} like for the birthday?`,
    expected: ["A vegetarian place with outdoor seating"],
    wrong: { left: [`${d.who} wants a birthday dinner.`, "Any restaurant would do."] },
    right: "Somewhere vegetarian with seating outdoors",
  }),
  (d) => ({
    kind: "preference",
    turns: [
      {
        said: "The new manager really has my back, and she treats everybody the same.",
        stored: `${d.who} says the new manager supports them and treats everyone equally.`,
      },
    ],
    question: `How does ${d.who} feel about the new manager?`,
    expected: ["Finds her supportive and fair"],
    wrong: { left: [`${d.who} has a new manager.`, "That is not known."] },
    right: "She is seen as fair and supportive.",
  }),
  (d) => {
    const trade = d.of(TRADES);
    return {
      kind: "reason",
      turns: [
        {
          said: `I left the choir because rehearsals clash with my course, I am training as a ${trade}.`,
          stored: `${d.who} left the choir since rehearsals clash with training as a ${trade}.`,
        },
      ],
      question: `Why did ${d.who} leave the choir?`,
      expected: [`because rehearsals clash with the ${trade} training`],
      wrong: { left: [`${d.who} left the choir.`, "No reason was given."] },
    };
  },
  (d) => {
    const place = d.of(PLACES);
    return {
      kind: "not said",
      turns: [
        {
          said: `We took the children to ${place} at the weekend.`,
          stored: `${d.who} took the children to ${place} at the weekend.`,
        },
      ],
      question: `How much did ${d.who} pay for the tickets to ${place}?`,
      expected: ["Not mentioned in the conversation"],
      wrong: {},
      right: "That was not mentioned.",
    };
  },
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
