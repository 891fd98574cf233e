import { dotted, later, german as written } from "../draw.ts";
import type { Conversation, TopicMaker } from "../topic.ts";

const ORTE = "Görlitz Husum Lindau Erfurt Goslar Trier".split(" ");
const TIERE = ["Wellensittich", "Kater", "Igel", "Schildkröte", "Ziegenbock"];
const NAMEN = "Mochi Balduin Flocke Kasimir Nepomuk".split(" ");
const KURSE = ["Töpfern", "Stepptanz", "Bogenschießen", "Imkerei"];

const topics: readonly TopicMaker[] = [
  (d) => {
    const [tier, name, falsch] = [d.of(TIERE), d.of(NAMEN), d.of(NAMEN)];
    return {
      kind: "value",
      turns: [
        {
          said: `Stell dir vor, uns ist ein ${tier} zugelaufen, wir nennen ihn ${name}.`,
          stored: `Bei ${d.who} ist ein ${tier} zugelaufen; er heißt ${name}.`,
        },
      ],
      question: `Wie heißt der ${tier} von ${d.who}?`,
      expected: [name],
      wrong: {
        value: [`Bei ${d.who} ist ein ${tier} zugelaufen; er heißt ${falsch}.`, falsch],
        left: [`Bei ${d.who} ist ein ${tier} zugelaufen.`, "Ein Name ist nicht bekannt."],
      },
      right: `Er heißt ${name}.`,
    };
  },
  (d) => {
    const [ort, falsch, frueher] = [d.of(ORTE), d.of(ORTE), d.of(ORTE)];
    return {
      kind: "value",
      turns: [
        {
          said: `Nächsten Monat ziehen meine Eltern nach ${ort}, in die Nähe vom Bahnhof.`,
          stored: `Die Eltern von ${d.who} ziehen nach ${ort} in Bahnhofsnähe.`,
        },
      ],
      question: `Wohin ziehen die Eltern von ${d.who}?`,
      expected: [`nach ${ort}`],
      wrong: {
        value: [`Die Eltern von ${d.who} ziehen nach ${falsch} in Bahnhofsnähe.`, `nach ${falsch}`],
      },
      earlier: [
        `Meine Eltern wohnen ja in ${frueher}.`,
        `Die Eltern von ${d.who} wohnen in ${frueher}.`,
        frueher,
      ],
    };
  },
  (d) => {
    const tag = d.day();
    return {
      kind: "date",
      turns: [
        {
          said: `Unser Klassentreffen ist am ${dotted(tag)} im alten Rathaus.`,
          stored: `Das Klassentreffen von ${d.who} ist am ${written(tag)} im alten Rathaus.`,
        },
      ],
      question: `Wann findet das Klassentreffen von ${d.who} statt?`,
      expected: [dotted(tag)],
      wrong: {
        date: [
          `Das Klassentreffen von ${d.who} ist am ${written(later(tag, 2))} im alten Rathaus.`,
          dotted(later(tag, 2)),
        ],
      },
      right: written(tag),
    };
  },
  (d) => {
    const [preis, falsch] = [d.number(210, 690), d.number(210, 690)];
    return {
      kind: "money",
      turns: [
        {
          said: `Die Reparatur der Waschmaschine hat ${preis} Euro gekostet.`,
          stored: `${d.who} zahlte ${preis}€ für die Reparatur der Waschmaschine.`,
        },
      ],
      question: `Was hat die Reparatur der Waschmaschine bei ${d.who} gekostet?`,
      expected: [`${preis} Euro`],
      wrong: {
        number: [
          `${d.who} zahlte ${falsch}€ für die Reparatur der Waschmaschine.`,
          `${falsch} Euro`,
        ],
      },
      right: `${preis}€`,
    };
  },
  (d) => {
    const kurs = d.of(KURSE);
    return {
      kind: "yes or no",
      turns: [
        {
          said: `Den Kurs in ${kurs} habe ich nicht mehr verlängert.`,
          stored: `${d.who} hat den Kurs in ${kurs} nicht verlängert.`,
        },
      ],
      question: `Hat ${d.who} den Kurs in ${kurs} verlängert?`,
      expected: ["Nein"],
      wrong: { polarity: [`${d.who} hat den Kurs in ${kurs} verlängert.`, "Ja"] },
      right: "Nein, das ist vorbei.",
    };
  },
];

const TAT = [
  "Holz gehackt",
  "die Katze gesucht",
  "Brot gebacken",
  "im Stau gestanden",
  "den Rasen gemäht",
  "Marmelade gekocht",
  "das Rad geflickt",
  "Briefe geschrieben",
  "den Keller geräumt",
  "Pilze gesammelt",
];
const WO = ["im Dorf", "bei Regen", "vor Sonnenaufgang", "mit den Nachbarn", "ganz allein"];

export const german: Conversation = {
  language: "de",
  speakers: ["Almut", "Henning", "Birte", "Gregor"],
  topics,
  chat: (d) => {
    const [tat, wo] = [d.of(TAT), d.of(WO)];
    return [`Heute habe ich ${wo} ${tat}.`, `${d.who} hat ${wo} ${tat}.`];
  },
  asides: ["Ach ja.", "Grüß alle von mir.", "Was macht die Arbeit?"],
  unknown: ["Darüber weiß ich nichts.", "Das ist nicht bekannt."],
};
