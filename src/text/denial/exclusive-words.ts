/** Groups of words of which only one can be true of a thing, such as "left" and "right". */
import { contentStems } from "../words.ts";

/** A slash separates words or forms with the same meaning. */
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
  "links/linke/linken/linker/linkes rechts/rechte/rechten/rechter/rechtes",
  "vormittag nachmittag abend",
  "rot blau grün gelb weiß schwarz braun grau",
  "izquierda/izquierdo/izquierdas/izquierdos derecha/derechas",
  "gauche/gauches droite/droites",
  "sinistra/sinistro/sinistre/sinistri destra/destro/destre/destri",
  "esquerda/esquerdo/esquerdas/esquerdos direita/direitas",
  "左/左边/左側/左侧/左手 右/右边/右側/右侧/右手",
  "왼쪽/왼편/왼손 오른쪽/오른편/오른손",
];

/** Maps a stem to its group, and to the meaning that it has in this group. */
const groups = new Map<string, { readonly group: number; readonly meaning: string }>();
for (const [index, group] of GROUPS.entries())
  for (const meaning of group.split(" "))
    for (const word of meaning.split("/"))
      for (const stem of contentStems(word)) groups.set(stem, { group: index, meaning });

/**
 * Whether both words are in one group and have different meanings. Then one word cannot be a
 * paraphrase of the other.
 */
export function excludeEachOther(a: string, b: string): boolean {
  const [one, other] = [groups.get(a), groups.get(b)];
  return one !== undefined && one.group === other?.group && one.meaning !== other.meaning;
}
