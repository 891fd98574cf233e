/** Watches what a client answers, and leaves it what it is: a promise with methods of its own, a stream. */
import { isThenable } from "./encode.ts";
import type { CallTrace } from "./trace-function.ts";
import { unlessItFails } from "./unless-it-fails.ts";

/**
 * Sends inside the call, which ends when the app has its answer, or as `settle` says. Promises of
 * generated clients read their answer only when asked to, by `parse` or `unwrap`, and stay such.
 * What cannot be watched, as a frozen one, goes to the app as it is, and its call stays open.
 */
export function watchAnswer(
  call: CallTrace,
  send: () => unknown,
  settle: (answer: never, call: CallTrace) => void = (answer) => call.end(answer),
): unknown {
  const end = (answer: unknown) => {
    try {
      settle(answer as never, call);
    } catch (error) {
      call.fail(error);
    }
    return answer;
  };
  const fail = (error: unknown): never => {
    call.fail(error);
    throw error;
  };
  let sent: unknown;
  try {
    sent = call.inside(send);
  } catch (error) {
    return fail(error);
  }
  if (!isThenable(sent)) return end(sent);
  for (const key of ["parse", "unwrap"]) {
    const reads: unknown = Reflect.get(sent, key);
    if (typeof reads !== "function") continue;
    let answer: Promise<unknown> | undefined;
    put(sent, key, () => {
      answer ??= Promise.resolve(Reflect.apply(reads, sent, [])).then(end, fail);
      return answer;
    });
    return sent;
  }
  return sent.then(end, fail);
}

function isStream(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof Reflect.get(Object(answer), Symbol.asyncIterator) === "function";
}

/**
 * Ends the call when the app has read the stream, or left it: `whole` makes the answer of the pieces
 * that it had by then. What is no stream is the answer.
 */
export function watchStream(
  stream: unknown,
  call: CallTrace,
  whole: (pieces: readonly unknown[]) => unknown,
): void {
  if (!isStream(stream)) {
    call.end(stream);
    return;
  }
  const iterate = stream[Symbol.asyncIterator];
  const again = { [Symbol.asyncIterator]: () => iterate.call(stream) };
  put(stream, Symbol.asyncIterator, async function* () {
    const pieces: unknown[] = [];
    let hasFailed = false;
    try {
      for await (const piece of again) {
        pieces.push(piece);
        yield piece;
      }
    } catch (error) {
      hasFailed = true;
      call.fail(error);
      throw error;
    } finally {
      // Pieces that are not what `whole` expects are recorded as they are.
      if (!hasFailed) call.end(unlessItFails(() => whole(pieces)) ?? pieces);
    }
  });
}

function put(object: object, key: PropertyKey, value: unknown): void {
  Reflect.defineProperty(object, key, { value, configurable: true, writable: true });
}
