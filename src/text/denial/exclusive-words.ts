/** Groups of words of which only one can be true of a thing, such as "left" and "right". */
import { stem } from "../words.ts";

const GROUPS: readonly string[] = [
  "left right",
  "north south east west northern southern eastern western",
  "upper lower",
  "top bottom",
  "upstairs downstairs",
  "front rear",
  "morning afternoon evening night",
  "spring summer autumn winter",
  "red blue green yellow white black brown grey purple pink",
  "mother father sister brother son daughter aunt uncle grandmother grandfather wife husband",
  "male female",
  "boy girl",
  "hot cold",
  "wet dry",
  "vegan vegetarian",
  "married divorced",
  "inside outside",
  "public private",
  "landlord tenant",
  "buyer seller",
  "debtor creditor",
  "plaintiff defendant",
  "links rechts",
  "vormittag nachmittag abend",
  "rot blau grün gelb weiß schwarz braun grau",
  "izquierda derecha",
  "gauche droite",
];

const groups = new Map<string, number>();
for (const [index, group] of GROUPS.entries())
  for (const word of group.split(" "))
    groups.set(stem(word.normalize("NFKD").replace(/\p{M}/gu, "")), index);

/** Whether both words are in one group, so that one cannot be a paraphrase of the other. */
export function excludeEachOther(a: string, b: string): boolean {
  const group = groups.get(a);
  return group !== undefined && a !== b && groups.get(b) === group;
}
