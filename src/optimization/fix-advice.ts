/** Advice against each kind of error. It fits every app and contains no trace text. */
import type { ErrorType, SubKind } from "../protocol/error-types.ts";

interface FixAdvice {
  /** What a prompt must ask for; null if no prompt can help. */
  readonly instruction: string | null;
  readonly code: string;
  /** Words that occur in instructions about this kind of error. */
  readonly about: string;
}

const BY_TYPE: Readonly<Record<ErrorType, FixAdvice | null>> = {
  ExtractionError: {
    instruction: "Keep every fact that the message states, with names, numbers and dates as said.",
    code: "Check which part of a message reaches the extraction, and whether its answer is cut.",
    about: "extract facts remember store relevant important only ignore skip summary concise",
  },
  UpdateError: {
    instruction:
      "Change only what the new message contradicts, and keep the other facts of the unit.",
    code: "Check which unit an update is matched with, and whether a write replaces the whole text.",
    about: "update merge replace combine existing memory unit overwrite summary",
  },
  DeletionError: {
    instruction: "Delete a unit only if a new message contradicts it or asks for it.",
    code: "Check by which id or similarity the unit to delete is chosen.",
    about: "delete remove forget contradict duplicate outdated memory",
  },
  RetrievalError: {
    instruction: null,
    code: "Raise the number of returned units, rerank them, or search also by words.",
    about: "search query rewrite retrieve relevant memory keywords",
  },
  ResponseError: {
    instruction: "Read every memory in the context, and answer from it if it holds the answer.",
    code: "Check the order and the length of the context, and whether the model's input is cut.",
    about: "answer context memory only know unsure question concise",
  },
  AnnotationError: null,
  JudgeError: null,
};

const BY_SUB_KIND: Readonly<Partial<Record<SubKind, Partial<FixAdvice>>>> = {
  distorted: { instruction: "Write facts in the message's own words. Add and change nothing." },
  "wrong person": { instruction: "Say in each fact whom it is about, by name." },
  "time lost": { instruction: "Write each fact with its date, resolved from the message's day." },
  invented: {
    instruction: "Write only facts that the message states. Write none if it states none.",
  },
  overwritten: { instruction: "Add a new fact beside the older one unless it contradicts it." },
  "merged away": { instruction: "Merge two units only if no fact of either is lost." },
  "summarised away": { instruction: "Keep names, numbers and dates when you summarise." },
  "older kept": { instruction: "If a newer message contradicts a unit, keep the newer fact." },
  "deleted as duplicate": {
    instruction: "A unit is a duplicate only if another one states all of its facts.",
  },
  "query missed": {
    instruction: "Write the search with the words that the stored fact would use.",
    code: "Search with the user's question as well as with the rewritten query.",
  },
  "filtered out": { code: "Check the filters of the search: user, session, time, category." },
  "cut off": { code: "Raise the number of units or characters that reach the context." },
  "stale unit preferred": { code: "Rank the newer one of two contradicting units first." },
  "nothing found": { code: "Check that the search reads the store that the writes go to." },
  miscounted: { instruction: "List the items with their dates first, then count them." },
  "mixed up": { instruction: "Say whom each fact is about before you answer." },
  refused: { instruction: "Answer if a memory in the context implies the answer." },
  "made up": { instruction: "State only what a memory in the context states; otherwise say so." },
};

/** Returns the advice; null for errors that are not the memory's fault. */
export function fixAdvice(errorType: ErrorType, subKind: SubKind | null): FixAdvice | null {
  const general = BY_TYPE[errorType];
  if (general === null) return null;
  return { ...general, ...(subKind === null ? {} : BY_SUB_KIND[subKind]) };
}
