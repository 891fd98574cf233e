/** A question in the form that is compared with messages. */
import type { ExpectedAnswer } from "../needs/expected-answer.ts";
import type { Reading } from "./message-corpus.ts";

export interface Question {
  readonly queryStems: readonly string[];
  readonly expected: ExpectedAnswer;
  readonly reading: Reading;
}
