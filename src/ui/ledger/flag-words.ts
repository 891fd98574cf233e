/** Texts about each flag: its name, when a unit gets the flag, and what its proof is. */
import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";

interface FlagWords {
  readonly name: string;
  /** Words after the number of units: "said by nobody" in "38 said by nobody". */
  readonly counted: string;
  readonly how: string;
  readonly proof: string;
}

export const FLAG_WORDS: Readonly<Record<LedgerFlag, FlagWords>> = {
  "never-read": {
    name: "Never read",
    counted: "never read",
    how: "No step read or returned any version of the unit.",
    proof: "Its latest version",
  },
  duplicate: {
    name: "Duplicate",
    counted: "duplicates",
    how: "Another unit in the memory has the same content words (not counting words such as “the” and “of”) in the same order.",
    proof: "The other units",
  },
  contradicts: {
    name: "Contradicts",
    counted: "in contradiction",
    how: "Another unit in the memory has the same content words, but one of the two units is negated, or a number differs.",
    proof: "The other units",
  },
  loop: {
    name: "Loop",
    counted: "written from recalled units",
    how: "The step that wrote this unit repeated a unit that it had recalled. None of the messages that led to this unit states its text.",
    proof: "The recalled unit, and this unit",
  },
  reverted: {
    name: "Reverted",
    counted: "reverted",
    how: "The text of the unit changed, and a later version repeats the text from before the change.",
    proof: "The earlier and the repeating version",
  },
  "said-by-nobody": {
    name: "Said by nobody",
    counted: "said by nobody",
    how: "The unit's latest version comes from no message, or shares no content word with the messages that it comes from.",
    proof: "Its latest version",
  },
  overwritten: {
    name: "Overwritten, still asked for",
    counted: "overwritten while still asked for",
    how: "A new version of the unit dropped a word. A later query asks for this word, and no unit in the memory contains it.",
    proof: "The version with the word, and the query",
  },
};
