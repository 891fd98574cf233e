/** Answers that follow from one or more messages but are stated in none. */
import { daysBetween, iso } from "../draw.ts";
import type { TopicMaker } from "../topic.ts";
import { PEOPLE } from "./english-pools.ts";

const TOWNS = "Bergen Cork Lucca Tartu Delft Girona Brno Uppsala Arles Kaunas".split(" ");
const INSTRUMENTS = "oboe accordion banjo cello mandolin trombone".split(" ");
const CROPS = "leeks pumpkins radishes broad beans chard turnips".split(" ");

export const derived: readonly TopicMaker[] = [
  (d) => {
    const [a, b] = [d.of(CROPS), d.of(CROPS)];
    return {
      kind: "count",
      turns: [
        {
          said: `Dug a whole bed for ${a} this morning.`,
          stored: `${d.who} dug a garden bed for ${a}.`,
        },
        {
          said: `The garden bed with the ${b} is planted as well.`,
          stored: `${d.who} planted a garden bed with ${b}.`,
        },
      ],
      question: `How many garden beds has ${d.who} planted?`,
      expected: ["2"],
      wrong: { left: [`${d.who} worked in the garden.`, "1"] },
      right: "two",
    };
  },
  (d) => {
    const [a, b] = [d.number(11, 38), d.number(41, 69)];
    return {
      kind: "sum",
      turns: [
        {
          said: `Paid ${a} euros for the tent pegs and the rope.`,
          stored: `${d.who} spent €${a} on tent pegs and rope.`,
        },
        {
          said: `The camping stove was ${b} euros, on sale.`,
          stored: `${d.who} bought a camping stove on sale for €${b}.`,
        },
      ],
      question: `How much did ${d.who} pay for camping gear altogether?`,
      expected: [`${a + b} euros`],
      wrong: { left: [`${d.who} bought a camping stove on sale.`, `${a} euros`] },
      right: `€${a + b}`,
    };
  },
  (d) => {
    const [person, instrument, wrong] = [d.of(PEOPLE), d.of(INSTRUMENTS), d.of(INSTRUMENTS)];
    return {
      kind: "several hops",
      turns: [
        {
          said: `Guess who rents our spare room: ${person}, the one from the ferry!`,
          stored: `${person}, whom ${d.who} met on a ferry, rents ${d.who}'s spare room.`,
        },
        {
          said: `${person} practises the ${instrument} until midnight.`,
          stored: `${person} plays the ${instrument} late into the night.`,
        },
      ],
      question: `Which instrument does ${d.who}'s lodger play?`,
      expected: [`the ${instrument}`],
      wrong: { value: [`${person} plays the ${wrong} late into the night.`, `the ${wrong}`] },
      right: instrument,
    };
  },
  (d) => {
    const [start, end] = [d.days[0] ?? d.today, d.days[1] ?? d.today];
    const days = daysBetween(start, end);
    return {
      kind: "duration",
      turns: [
        {
          said: "Sent my passport off for renewal today.",
          stored: `${d.who} sent the passport off for renewal on ${iso(start)}.`,
        },
        {
          said: "My renewed passport came back today, terrible photo.",
          stored: `${d.who}'s renewed passport came back on ${iso(end)}.`,
        },
      ],
      question: `How long did the renewal of ${d.who}'s passport take?`,
      expected: [`${days} days`],
      wrong: {
        left: [
          `${d.who}'s renewed passport came back with a terrible photo.`,
          "I can't work that out.",
        ],
      },
      right: `${days} days in all`,
    };
  },
  (d) => {
    const [a, b] = [d.number(31, 49), d.number(52, 74)];
    return {
      kind: "comparison",
      turns: [
        {
          said: `I scored ${b} points in the pub quiz.`,
          stored: `${d.who} reached ${b} points in the pub quiz.`,
        },
        {
          said: `Only ${a} points for me in the pub quiz, embarrassing.`,
          stored: `${d.other} reached ${a} points in the pub quiz.`,
          byOther: true,
        },
      ],
      question: `Who had more points in the pub quiz, ${d.who} or ${d.other}?`,
      expected: [d.who],
      wrong: { number: [`${d.other} reached ${b + 9} points in the pub quiz.`, d.other] },
      right: `It was ${d.who}.`,
    };
  },
  (d) => ({
    kind: "preference",
    turns: [
      {
        said: "On trains I always want to sit by the window, and please far away from screaming toddlers.",
        stored: `${d.who} asks for window places on trains, away from small children.`,
      },
    ],
    question: `What train seat should be booked for ${d.who}?`,
    expected: ["A window seat in the quiet carriage"],
    wrong: { left: [`${d.who} travels by train.`, "Any seat will do."] },
    right: "One in the quiet carriage at the window",
  }),
  (d) => {
    const town = d.of(TOWNS);
    return {
      kind: "reason",
      turns: [
        {
          said: `We sold the boat because the mooring in ${town} got far too expensive.`,
          stored: `${d.who} sold the boat as the mooring in ${town} had become too expensive.`,
        },
      ],
      question: `Why did ${d.who} sell the boat?`,
      expected: [`The mooring in ${town} was too expensive`],
      wrong: { left: [`${d.who} sold the boat.`, "There was no reason given."] },
    };
  },
  (d) => {
    const person = d.of(PEOPLE);
    return {
      kind: "not said",
      turns: [
        {
          said: `${person} adopted two parakeets from a rescue centre.`,
          stored: `${person} adopted two parakeets from a rescue centre, says ${d.who}.`,
        },
      ],
      question: `What are the names of ${person}'s parakeets?`,
      expected: ["The information is not available"],
      wrong: {},
      right: "That is not known.",
    };
  },
];
