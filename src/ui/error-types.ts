/** Colour, letter and name of each error type on all pages. */
import { ERROR_TYPES, type ErrorType } from "../protocol/error-types.ts";

export interface Look {
  readonly letter: string;
  readonly label: string;
  /** CSS custom property with the type's colour. */
  readonly colour: string;
  readonly hatched: boolean;
  /** True if only the letter's outline has the colour. */
  readonly hollow: boolean;
  readonly letterDark: boolean;
  readonly meaning: string;
}

const look = (
  letter: string,
  label: string,
  name: string,
  meaning: string,
  flags: { hatched?: boolean; hollow?: boolean; letterDark?: boolean } = {},
): Look => ({
  letter,
  label,
  colour: `var(--type-${name})`,
  meaning,
  hatched: flags.hatched ?? false,
  hollow: flags.hollow ?? false,
  letterDark: flags.letterDark ?? false,
});

export const LOOKS: Readonly<Record<ErrorType, Look>> = {
  ExtractionError: look(
    "E",
    "Extraction",
    "extraction",
    "the needed information never entered the memory",
  ),
  UpdateError: look(
    "U",
    "Update",
    "update",
    "the needed information was changed or overwritten in the memory",
    {
      letterDark: true,
    },
  ),
  DeletionError: look(
    "D",
    "Deletion",
    "deletion",
    "the needed information was deleted from the memory",
    { letterDark: true },
  ),
  RetrievalError: look(
    "R",
    "Retrieval",
    "retrieval",
    "the needed information was in the memory, but was not retrieved",
    {
      letterDark: true,
    },
  ),
  ResponseError: look(
    "A",
    "Response",
    "response",
    "the needed information was retrieved, but not used in the answer",
    {
      letterDark: true,
    },
  ),
  AnnotationError: look("N", "Annotation", "annotation", "the expected answer is wrong", {
    letterDark: true,
  }),
  JudgeError: look("J", "Judge", "judge", "the answer is right, the judge is wrong", {
    hatched: true,
    letterDark: true,
  }),
};

/** The look of an undecided verdict. */
export const UNDECIDED: Look = look(
  "?",
  "Undecided",
  "undecided",
  "the graph does not show where the answer went wrong",
  { hollow: true },
);

export const isErrorType = (value: unknown): value is ErrorType =>
  ERROR_TYPES.some((type) => type === value);
