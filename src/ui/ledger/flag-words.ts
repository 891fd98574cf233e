/**
 * Texts about each flag of a memory unit: its name, how the service decides it, and what proves it.
 */
import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";

interface FlagWords {
  readonly name: string;
  /** Follows a number of units in a sentence, such as "said by nobody". */
  readonly counted: string;
  readonly how: string;
  readonly proof: string;
}

export const FLAG_WORDS: Readonly<Record<LedgerFlag, FlagWords>> = {
  "never-read": {
    name: "Never read",
    counted: "never read",
    how: "No step read or returned any version of it.",
    proof: "Its latest version",
  },
  duplicate: {
    name: "Duplicate",
    counted: "duplicates",
    how: "Another unit in the memory has the same content words in the same order.",
    proof: "The others",
  },
  contradicts: {
    name: "Contradicts",
    counted: "in contradiction",
    how: "Another unit in the memory has the same content words, but one of the two is negated or a number differs.",
    proof: "The others",
  },
  loop: {
    name: "Loop",
    counted: "written from recalled units",
    how: "The text repeats a unit that the writing step had recalled, and no message that led to it states it.",
    proof: "The recalled unit, and this one",
  },
  reverted: {
    name: "Reverted",
    counted: "reverted",
    how: "A version repeats an earlier one that another version had replaced.",
    proof: "The earlier and the repeating version",
  },
  "said-by-nobody": {
    name: "Said by nobody",
    counted: "said by nobody",
    how: "No message leads to its latest version, or the messages that lead to it share no content word with it.",
    proof: "Its latest version",
  },
  overwritten: {
    name: "Overwritten, still asked for",
    counted: "overwritten while still asked for",
    how: "A later query asks for a word that a new version of the unit dropped and that no unit in the memory contains.",
    proof: "The version with the word, and the query",
  },
};
