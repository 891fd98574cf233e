/**
 * What the script knows about English: kinds of details, how to find the subject of a sentence, and
 * which words have no meaning of their own.
 */

export interface FactKind {
  /** The kind's name in an instruction. */
  readonly label: string;
  /** Matches an instruction about this kind of detail. */
  readonly asked: RegExp;
  /** Matches a statement with a detail of this kind. */
  readonly said: RegExp;
  /** Matches the detail itself, such as the name after "called". */
  readonly detail: RegExp;
}

const DAY = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday";

export const DAYS: FactKind = {
  label: "days and times",
  asked: /\b(?:days?|dates?|times?)\b/i,
  said: new RegExp(`\\b(?:${DAY})\\b`),
  detail: new RegExp(`\\b(?:${DAY})\\b`, "g"),
};

export const KINDS: readonly FactKind[] = [
  {
    label: "names of people and animals",
    asked: /\bnames?\b/i,
    said: /\b(?:called|named)\b/,
    detail: /(?<=\b(?:called|named) )\w+/g,
  },
  {
    label: "numbers and codes",
    asked: /\b(?:numbers?|codes?|digits)\b/i,
    said: /\d/,
    detail: /\d+/g,
  },
  DAYS,
  {
    label: "places",
    asked: /\b(?:places?|locations?)\b/i,
    said: /\b(?:lives|sleeps|is kept|takes place)\b/,
    detail: /(?<=\b(?:lives|sleeps|kept|place) ).+(?=\.)/g,
  },
  {
    label: "likes and dislikes",
    asked: /\b(?:likes|dislikes|preferences|favourites?)\b/i,
    said: /\bfavourite\b/,
    detail: /(?<=\bis ).+(?=\.)/g,
  },
  {
    label: "health and allergies",
    asked: /\b(?:health|allerg\w+)\b/i,
    said: /\ballergic\b/,
    detail: /(?<=\ballergic to ).+(?=\.)/g,
  },
  {
    label: "belongings",
    asked: /\b(?:belongings|possessions)\b/i,
    said: /\b(?:drives|owns)\b/,
    detail: /(?<=\b(?:drives|owns) ).+(?=\.)/g,
  },
  {
    label: "plans and goals",
    asked: /\b(?:plans?|goals?)\b/i,
    said: /\bplans to\b/,
    detail: /(?<=\bplans to ).+(?=\.)/g,
  },
  {
    label: "what is finished or over",
    asked: /\b(?:finished|over|ended)\b/i,
    said: /\bis over\b/,
    detail: /\bover\b/g,
  },
];

export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.trim() !== "");
}

export function kindsIn(statement: string): FactKind[] {
  return KINDS.filter(({ said }) => said.test(statement));
}

/** Returns the sentence's subject without its owner: “sister” for “Maya's sister”. */
export function subjectOf(sentence: string): string | undefined {
  return /(?:'s|\bmy) (?:favourite )?(?<thing>[a-z]+)/i.exec(sentence)?.groups?.thing;
}

/** Whether the speaker talks about himself or herself (“my”). */
export function isFirstPerson(statement: string): boolean {
  return /\bmy\b/i.test(statement);
}

export function isCorrection(statement: string): boolean {
  return /\bnow\b/.test(statement);
}

export function isEnding(statement: string): boolean {
  return /\bis over\b/.test(statement);
}

const EMPTY_WORDS = new Set(
  "a an and are at by did do does for from has have in is it of on or s the this to was what when where which who whom will with".split(
    " ",
  ),
);

/** Returns the text's words that carry meaning, in their order. */
export function keywords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return words.filter((word) => !EMPTY_WORDS.has(word));
}

export function sharedWords(a: string, b: string): number {
  const other = new Set(keywords(b).map(stem));
  return [...new Set(keywords(a).map(stem))].filter((word) => other.has(word)).length;
}

function stem(word: string): string {
  return word.length > 3 ? word.replace(/s$/, "").replace(/e$/, "") : word;
}
