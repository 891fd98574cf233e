/**
 * Ends a call when its answer arrives. The answer keeps its type: a promise with extra methods, or
 * a stream.
 */
import { isThenable } from "../core/encode.ts";
import type { CallTrace } from "../core/trace-function.ts";
import { tryOrUndefined } from "../core/try-or-undefined.ts";

/** The method of a generated client's promise that derives another promise of the same answer. */
const DERIVE = "_thenUnwrap";

type Arrived = { readonly data: unknown } | { readonly response: Response };

/**
 * Sends the request inside the call. The call ends when the app has the answer; `settle` can end it
 * in another way. A generated client's promise parses its response only when the app asks for it,
 * and stays lazy. If the app does not ask, this function reads a copy of the response. A frozen
 * answer goes to the app unchanged, and its call stays open.
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
      else tryOrUndefined(() => came.response.clone().json())?.then(end, () => undefined);
    },
    (error) => {
      // If nobody reads the answer, the rejection stays unhandled, as it would without tracing.
      if (!isAsked) fail(error);
    },
  );
  return watch(sent);
}

function isStream(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof Reflect.get(Object(answer), Symbol.asyncIterator) === "function";
}

/**
 * Ends the call when the app has read or left the stream. `whole` joins the pieces that the app
 * read. If the value is no stream, the call ends at once.
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
  // A generated client's stream has a field `iterator`, which it also reads when it is split.
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
      // If `whole` cannot join the pieces, they are recorded separately.
      if (!hasFailed) call.end(tryOrUndefined(() => whole(pieces)) ?? pieces);
    }
  });
}

function put(object: object, key: PropertyKey, value: unknown): void {
  Reflect.defineProperty(object, key, { value, configurable: true, writable: true });
}
