/**
 * Finds the base form of a frequent word. The letters of such a word differ between its forms: in
 * Dutch, "rode" is a form of "rood"; in French, "blanche" is a form of "blanc". This file writes
 * all words without accents.
 */
import { unclipped } from "./clipped-words.ts";

const FORMS: Readonly<Record<string, string>> = {
  geel: "gele",
  rood: "rode",
  groot: "grote",
  wit: "witte",
  grijs: "grijze",
  heet: "hete",
  hoog: "hoge",
  laag: "lage",
  breed: "brede",
  leeg: "lege",
  laat: "late",
  lief: "lieve",
  doof: "dove",
  dik: "dikke",
  nat: "natte",
  boom: "bomen",
  school: "scholen",
  brood: "broden",
  boot: "boten",
  huis: "huizen",
  taal: "talen",
  kat: "katten",
  blanc: "blanche blancs blanches",
  sec: "seche seches",
  frais: "fraiche fraiches",
  vieux: "vieil vieille vieilles",
  beau: "bel belle belles beaux",
  roux: "rousse rousses",
  doux: "douce douces",
  cheval: "chevaux",
  animal: "animaux",
  journal: "journaux",
  travail: "travaux",
  oeil: "yeux",
  go: "goes",
  foot: "feet",
  tooth: "teeth",
  man: "men",
  woman: "women",
  mouse: "mice",
  knife: "knives",
  inside: "indoors indoor",
  outside: "outdoors outdoor",
};

const bases = new Map<string, string>();
for (const [base, forms] of Object.entries(FORMS)) {
  for (const form of forms.split(" ")) bases.set(form, base);
}

/** Matches Portuguese plurals such as "azuis" (of "azul") and "animais" (of "animal"). */
const PORTUGUESE_PLURAL = /(?<=.[^aeiou])([aeu])is$/;

/**
 * Returns the base form of a word that is in `FORMS` or matches `PORTUGUESE_PLURAL`, and the long
 * form of a short form. Returns any other word unchanged.
 */
export function baseForm(word: string): string {
  return bases.get(word) ?? unclipped(word).replace(PORTUGUESE_PLURAL, "$1l");
}
