import { dotted, later, german as written } from "../draw.ts";
import type { Conversation, TopicMaker } from "../topic.ts";

const STAEDTE = "Rostock Bamberg Kiel Passau Weimar Ulm".split(" ");
const FAECHER = "Schiffbau Medizin Forstwirtschaft Geigenbau Archäologie Statik".split(" ");
const LEUTE = ["Frau Demir", "Herr Kowalski", "Frau Lehmann", "Herr Brandt"];

const topics: readonly TopicMaker[] = [
  (d) => {
    const [fach, falsch, stadt] = [d.of(FAECHER), d.of(FAECHER), d.of(STAEDTE)];
    return {
      kind: "value",
      turns: [
        {
          said: `Meine Nichte Frieda studiert seit Oktober ${fach} in ${stadt}.`,
          stored: `Die Nichte Frieda von ${d.who} studiert seit Oktober in ${stadt} ${fach}.`,
        },
      ],
      question: `Was studiert die Nichte von ${d.who}?`,
      expected: [fach],
      wrong: {
        value: [
          `Die Nichte Frieda von ${d.who} studiert seit Oktober in ${stadt} ${falsch}.`,
          falsch,
        ],
        truncated: [
          `Die Nichte Frieda von ${d.who} studiert seit Oktober in ${stadt}`,
          "Das ist unbekannt.",
        ],
      },
      right: `Sie studiert ${fach}.`,
    };
  },
  (d) => {
    const [betrag, falsch] = [d.number(810, 1890), d.number(810, 1890)];
    return {
      kind: "money",
      turns: [
        {
          said: `Der neue Mietvertrag ist unterschrieben, die Kaution beträgt ${betrag} Euro.`,
          stored: `${d.who} hat den Mietvertrag unterschrieben; die Kaution liegt bei ${betrag} €.`,
        },
      ],
      question: `Wie hoch ist die Kaution von ${d.who}?`,
      expected: [`${betrag} Euro`],
      wrong: {
        number: [
          `${d.who} hat den Mietvertrag unterschrieben; die Kaution liegt bei ${falsch} €.`,
          `${falsch} Euro`,
        ],
      },
      right: `${betrag} €`,
    };
  },
  (d) => {
    const tag = d.day();
    return {
      kind: "date",
      turns: [
        {
          said: `Der Orthopäde hat die Knieoperation auf den ${written(tag)} gelegt.`,
          stored: `Die Knieoperation von ${d.who} findet am ${written(tag)} statt.`,
        },
      ],
      question: `Wann wird ${d.who} am Knie operiert?`,
      expected: [written(tag)],
      wrong: {
        date: [
          `Die Knieoperation von ${d.who} findet am ${written(later(tag, 1))} statt.`,
          written(later(tag, 1)),
        ],
      },
      right: dotted(tag),
    };
  },
  (d) => ({
    kind: "yes or no",
    turns: [
      {
        said: "Ich vertrage leider keine Haselnüsse, davon bekomme ich Atemnot.",
        stored: `${d.who} verträgt keine Haselnüsse und bekommt davon Atemnot.`,
      },
    ],
    question: `Verträgt ${d.who} Haselnüsse?`,
    expected: ["Nein"],
    wrong: { polarity: [`${d.who} verträgt Haselnüsse gut.`, "Ja"] },
    right: "Nein, gar nicht.",
  }),
  (d) => {
    const [wer, falsch] = [d.of(LEUTE), d.of(LEUTE)];
    return {
      kind: "value",
      turns: [
        {
          said: `Den Kellerschlüssel habe ich bei ${wer} im Erdgeschoss abgegeben.`,
          stored: `${d.who} hat den Kellerschlüssel im Erdgeschoss an ${wer} übergeben.`,
        },
      ],
      question: `Bei wem hat ${d.who} den Kellerschlüssel abgegeben?`,
      expected: [wer],
      wrong: {
        value: [`${d.who} hat den Kellerschlüssel im Erdgeschoss an ${falsch} übergeben.`, falsch],
        left: [`${d.who} hat den Kellerschlüssel im Erdgeschoss abgegeben.`, "Das weiß ich nicht."],
      },
    };
  },
  (d) => {
    const [monate, falsch] = [d.number(13, 60), d.number(13, 60)];
    return {
      kind: "number",
      turns: [
        {
          said: `Der Handyvertrag läuft ${monate} Monate, vorher komme ich nicht raus.`,
          stored: `Der Handyvertrag von ${d.who} hat eine Laufzeit von ${monate} Monaten.`,
        },
      ],
      question: `Wie viele Monate läuft der Handyvertrag von ${d.who}?`,
      expected: [`${monate} Monate`],
      wrong: {
        number: [
          `Der Handyvertrag von ${d.who} hat eine Laufzeit von ${falsch} Monaten.`,
          `${falsch} Monate`,
        ],
      },
    };
  },
];

const TAT = [
  "schlecht geschlafen",
  "den Bus verpasst",
  "die Fenster geputzt",
  "einen Kuchen verbrannt",
  "den Schirm verloren",
  "die Heizung entlüftet",
  "lange telefoniert",
  "den Flur gefegt",
  "die Rechnung sortiert",
  "Kaffee verschüttet",
];
const WANN = ["am Morgen", "nach Feierabend", "beim Sturm", "vor dem Essen", "in der Pause"];

export const german: Conversation = {
  language: "de",
  speakers: ["Jana", "Ralf", "Silke", "Uwe"],
  topics,
  chat: (d) => {
    const [tat, wann] = [d.of(TAT), d.of(WANN)];
    return [`Ich habe ${wann} ${tat}, so ein Tag.`, `${d.who} hat ${wann} ${tat}.`];
  },
  asides: ["Entschuldige die späte Antwort.", "Na ja.", "Und wie geht es dir?"],
  unknown: ["Dazu liegt mir nichts vor.", "Das weiß ich nicht."],
};
