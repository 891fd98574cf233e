/** Compares words to check the reason of an AnnotationError against the messages. */
import type { Variable } from "../../graph/model.ts";
import { contentStems } from "../../text/words.ts";
import type { About } from "../flow/trace-context.ts";
import { SUPPORTS_GIVEN } from "../thresholds.ts";

/** Where the words of the expected answer and of the given answer occur. */
export interface AnnotationClaims {
  /** The evidence has the words of the expected answer, so the annotation names the wrong question. */
  readonly evidenceHasExpected: boolean;
  /** The evidence has most words of the given answer. */
  readonly evidenceHasGiven: boolean;
  /** Finds a message outside the evidence that has the words of the expected answer. */
  readonly elsewhere: () => Variable | undefined;
}

export function annotationClaims({
  failed,
  evidence,
  roles,
  corpus,
}: Pick<About, "failed" | "evidence" | "roles" | "corpus">): AnnotationClaims {
  const asked = new Set(contentStems(failed.query));
  const share = (message: Variable, text: string) => {
    const words = new Set(contentStems(text).filter((stem) => !asked.has(stem)));
    const said = new Set(contentStems(corpus.message(message).content));
    return words.size === 0 ? 0 : [...words].filter((stem) => said.has(stem)).length / words.size;
  };
  const hasExpected = (message: Variable) =>
    failed.expected.some((each) => share(message, each) === 1);
  return {
    evidenceHasExpected: evidence.some(hasExpected),
    evidenceHasGiven: evidence.some(
      (message) => share(message, failed.prediction) >= SUPPORTS_GIVEN,
    ),
    elsewhere: () =>
      roles.messages.find((message) => !evidence.includes(message) && hasExpected(message)),
  };
}
