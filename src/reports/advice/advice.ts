/** What each error type means for a memory system, and what to do about it. */
import type { ErrorType, SubKind } from "../../protocol/error-types.ts";

interface Advice {
  readonly meaning: string;
  readonly action: string;
}

const OF_TYPE: Readonly<Record<ErrorType, Advice>> = {
  ExtractionError: {
    meaning: "Users state the information, but the memory never learns it.",
    action:
      "Compare the messages of these cases with what the step wrote, and name the missing kind of fact in its prompt.",
  },
  UpdateError: {
    meaning: "The memory knew the information and lost it while it was changed.",
    action:
      "Let the step keep every fact that the new message does not contradict, and replay these cases.",
  },
  DeletionError: {
    meaning: "The memory knew the information and removed it.",
    action:
      "Let the step remove a unit only if a message contradicts it or asks for it, and replay these cases.",
  },
  RetrievalError: {
    meaning: "The memory holds the information, but the answering step never sees it.",
    action:
      "Run the queries of these cases against the memory as it was, and compare the ranks of the needed units.",
  },
  ResponseError: {
    meaning: "The answering step sees the information and does not use it.",
    action: "Check the answering prompt and the model with these cases; the memory works for them.",
  },
  AnnotationError: {
    meaning:
      "The expected answer or its evidence is wrong, so these answers say little about the memory.",
    action: "Correct the annotations of these questions before you change the memory.",
  },
  JudgeError: {
    meaning: "The answers are right and the judge rejected them.",
    action: "Correct the judge with these cases; the memory works for them.",
  },
};

const OF_SUB_KIND: Partial<Record<SubKind, string>> = {
  omitted:
    "Name the kind of fact that is left out in the prompt of the step, with one of these messages as an example.",
  distorted:
    "Let the step copy names, numbers and days from the message instead of wording them anew.",
  "wrong person": "Give the step the speaker of each message, and let it write whose fact it is.",
  "time lost":
    "Give the step the date of each message, and let it write days instead of words such as yesterday.",
  invented: "Let the step quote the message behind each unit, and drop units without a quote.",
  overwritten:
    "Let the step add a new unit instead of replacing one, unless both are about the same fact.",
  "merged away": "Let the step keep every detail of both units when it merges them.",
  "summarised away":
    "Let the summary keep names, numbers and days, or keep the summarized units beside it.",
  "older kept": "Let the step replace the older value when a message states a newer one.",
  "wrong unit deleted":
    "Let the step name the unit to delete by its id, and check that the message is about it.",
  "deleted as duplicate": "Compare numbers, names and days before a unit counts as a duplicate.",
  "query missed": "Let the search query hold the words of the question, or search with both.",
  "ranked out":
    "Return more units, or rank with the words of the question as well as with vectors.",
  "filtered out":
    "Check the filters of the search: they exclude the units that these questions need.",
  "cut off": "Return more units, or shorten them, so that the needed one fits.",
  "stale unit preferred":
    "Rank newer versions of a fact above older ones, or remove the older ones.",
  "nothing found":
    "Check why the search returns nothing for these queries, such as a wrong collection or threshold.",
  ignored: "Put the retrieved units nearer to the question, and ask the model to use them.",
  miscounted: "Let the answering step list the items before it counts them.",
  "mixed up": "Show whose fact each unit is, and when it was stated.",
  refused: "Let the answering step answer if a retrieved unit states the answer.",
  "made up": "Let the answering step say that it does not know if no unit states the answer.",
};

/** A sub-kind makes the recommended action more specific. */
export function adviceOn(errorType: ErrorType, subKind: SubKind | null): Advice {
  const { meaning, action } = OF_TYPE[errorType];
  return { meaning, action: (subKind === null ? undefined : OF_SUB_KIND[subKind]) ?? action };
}
