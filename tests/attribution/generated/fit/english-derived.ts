/** Answers that follow from one or more messages but are stated in none. */
import { daysBetween, inWords, later, long } from "../draw.ts";
import type { TopicMaker } from "../topic.ts";
import { CITIES, FRIENDS } from "./english-pools.ts";

const TRADES = "carpenter beekeeper radiographer locksmith florist surveyor cellist baker".split(
  " ",
);
const COUNTRIES = "Slovenia Portugal Estonia Malta Iceland Croatia Latvia Ireland".split(" ");
const PLACES = [
  "the lido",
  "the observatory",
  "the salt mine",
  "the paper mill",
  "the windmill",
  "the aquarium",
];

export const derived: readonly TopicMaker[] = [
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
    const days = daysBetween(start, end);
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
