/** Watches what a client answers, and leaves it what it is: a promise with methods of its own, a stream. */
import { isThenable } from "../core/encode.ts";
import type { CallTrace } from "../core/trace-function.ts";
import { unlessItFails } from "../core/try-or-undefined.ts";

/** What a generated client knows of its answer when it comes: its data, or the unread response. */
/** Makes another promise of the same answer. */
const DERIVE = "_thenUnwrap";

type Arrived = { readonly data: unknown } | { readonly response: Response };

/**
 * Sends inside the call, which ends when the app has its answer, or as `settle` says. Promises of
 * generated clients read their answer only when asked to, and stay such; of one that nobody asks, a
 * copy of the answer is read. What cannot be watched, as a frozen one, goes to the app as it is, and
 * its call stays open.
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
  const read = ["parse", "unwrap"].find((key) => typeof Reflect.get(sent, key) === "function");
  return read ? watchLazily(sent, read, end, fail) : sent.then(end, fail);
}

function watchLazily(
  sent: object,
  read: string,
  end: (answer: unknown) => unknown,
  fail: (error: unknown) => never,
): object {
  let isAsked = false;
  const watch = (lazy: object): object => {
    let answer: Promise<unknown> | undefined;
    for (const key of [read, "asResponse", "withRawResponse", DERIVE]) {
      const method: unknown = Reflect.get(lazy, key);
      if (typeof method !== "function") continue;
      put(lazy, key, (...args: unknown[]) => {
        const ask = () => Reflect.apply(method, lazy, args);
        if (key === DERIVE) return watch(ask());
        isAsked = true;
        if (key !== read) return ask();
        answer ??= Promise.resolve(ask()).then(end, fail);
        return answer;
      });
    }
    return lazy;
  };
  const arrives: unknown =
    Reflect.get(sent, "responsePromise") ?? Reflect.get(sent, "innerPromise");
  Promise.resolve(arrives as Arrived | undefined).then(
    (came) => {
      if (isAsked || !came) return;
      if ("data" in came) end(came.data);
      else unlessItFails(() => came.response.clone().json())?.then(end, () => undefined);
    },
    (error) => {
      // Where nobody asks, it is as unhandled as it would be untraced.
      if (!isAsked) fail(error);
    },
  );
  return watch(sent);
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
  // Those of generated clients split themselves, too, by what their iterator is made with.
  const key = Object.hasOwn(stream, "iterator") ? "iterator" : Symbol.asyncIterator;
  const iterate: () => AsyncIterator<unknown> = Reflect.get(stream, key);
  const again = { [Symbol.asyncIterator]: () => iterate.call(stream) };
  put(stream, key, async function* () {
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
