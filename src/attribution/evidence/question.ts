/** A question as messages are compared with it. */
import type { ExpectedAnswer } from "../needs/expected-answer.ts";
import type { Reading } from "./message-corpus.ts";

export interface Question {
  readonly queryStems: readonly string[];
  readonly expected: ExpectedAnswer;
  readonly reading: Reading;
}
