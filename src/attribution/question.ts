/** A question as messages are compared with it. */
import type { ExpectedAnswer } from "./expected-answer.ts";
import type { Reading } from "./reading.ts";

export interface Question {
  readonly queryStems: readonly string[];
  readonly expected: ExpectedAnswer;
  readonly reading: Reading;
}
