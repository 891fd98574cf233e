/**
 * Checks that the answer to a malformed batch accepts nothing and tells the sender what to correct.
 */
import type { MalformedBatch } from "./malformed-batches.ts";

const REFUSALS = new Set([400, 413, 415]);
/** A correct answer names the field and its error, or what to send instead. */
const PLACE_IN_EVENT =
  /^(?:\w+(?:\.\w+)* is missing|\w+(?:\.\w+)*: \S|(?:type is|the event is not an object with a type).*; it must be one of|from and to are both .+: record |A variable must have either .+ Send |the event has \d+ bytes .+ Record less)/s;
/**
 * A correct answer names the position, the header or the size, and says in a sentence what to do.
 */
const PLACE_IN_BODY =
  /^(?:Line \d+, column \d+: .+\. [A-Z].+|Content-Encoding is .+; send .+|Content-Encoding says gzip, .+\. Compress .+|The body is larger than \d+ MiB.+\. Send .+|The batch has \d+ events; the limit is \d+\. Send .+|batch-id: .+)\.$/s;
const LONGEST_MESSAGE = 2_000;

/** Returns the problem with the answer, or undefined if there is none. */
export function unclear(batch: MalformedBatch, status: number, text: string): string | undefined {
  if (status >= 500) return `failed with ${status}: ${text}`;
  const answer: unknown = JSON.parse(text);
  if (status === 202) return unclearRejections(batch, answer as Answer);
  if (!REFUSALS.has(status)) return `answered with ${status}: ${text}`;
  if (batch.rejects !== undefined) return `refused whole: ${text}`;
  const { error } = answer as { error: { code: string; message: string; requestId: string } };
  if (typeof error.code !== "string" || !error.requestId) return `no envelope: ${text}`;
  return isClear(error.message, PLACE_IN_BODY) ? undefined : `unclear: ${error.message}`;
}

interface Answer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly { index: number; code: string; message: string }[];
}

function unclearRejections({ rejects }: MalformedBatch, answer: Answer): string | undefined {
  const { accepted, duplicates, rejected } = answer;
  if (accepted + duplicates > 0) return `took ${accepted + duplicates} events in`;
  if (rejects !== undefined && rejected.length !== rejects) {
    return `rejected ${rejected.length} of ${rejects} events`;
  }
  if (rejected.some(({ index }, at) => index !== at)) return "rejected events at wrong places";
  const bad = rejected.find(({ message }) => !isClear(message, PLACE_IN_EVENT));
  return bad && `unclear: ${bad.message}`;
}

function isClear(message: string, form: RegExp): boolean {
  return message.length <= LONGEST_MESSAGE && form.test(message);
}
