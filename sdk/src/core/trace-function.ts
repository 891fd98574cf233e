/** Wraps a function so that each call is traced. Types, `this` and results stay unchanged. */

import { MAX_YIELDED } from "./bounds.ts";
import { isThenable, read } from "./encode.ts";

export type AnyFunction = (this: never, ...args: never[]) => unknown;

/** Records one call. Its methods never throw. */
export interface CallTrace {
  inside<R>(body: () => R): R;
  end(result: unknown): void;
  fail(error: unknown): void;
}

export function traceFunction<F extends AnyFunction>(
  fn: F,
  begin: (args: readonly unknown[]) => CallTrace | undefined,
): F {
  return new Proxy(fn, {
    apply(target, self: unknown, args: unknown[]): unknown {
      const trace = begin(args);
      if (!trace) return Reflect.apply(target, self, args);
      let result: unknown;
      try {
        result = trace.inside(() => Reflect.apply(target, self, args));
      } catch (error) {
        trace.fail(error);
        throw error;
      }
      try {
        if (isGenerator(result)) return traceYields(result, trace);
        if (isThenable(result))
          return result.constructor === Promise
            ? traceSettling(result, trace)
            : traceLazily(result, trace);
      } catch {
        // Reading `then` of a Proxy can throw. Treat the Proxy as an ordinary result.
      }
      trace.end(result);
      return result;
    },
  });
}

/**
 * Traces a lazy query, which runs only when the app calls its `then`. If this function awaited the
 * query, it would run the query too early. So it only replaces `then`, and the app keeps the
 * original object.
 */
function traceLazily(lazy: PromiseLike<unknown>, trace: CallTrace): unknown {
  const { then } = lazy;
  const watched: typeof then = (taken, refused) =>
    traceSettling(
      new Promise((resolve, reject) => trace.inside(() => then.call(lazy, resolve, reject))),
      trace,
    ).then(taken, refused);
  // biome-ignore lint/suspicious/noThenProperty: the object already has a `then`; this wraps it
  Reflect.defineProperty(lazy, "then", { value: watched, configurable: true, writable: true });
  return lazy;
}

function traceSettling(promise: PromiseLike<unknown>, trace: CallTrace): PromiseLike<unknown> {
  return promise.then(
    (value) => {
      trace.end(value);
      return value;
    },
    (error: unknown) => {
      trace.fail(error);
      throw error;
    },
  );
}

type Steps = Generator<unknown, unknown, unknown> | AsyncGenerator<unknown, unknown, unknown>;

function isGenerator(value: unknown): value is Steps {
  return /Generator$/.test(read(value, Symbol.toStringTag) as string);
}

/**
 * Records the list of all values that the generator yields. If all of them are texts, joins them
 * into one text. Keeps at most `MAX_YIELDED` values, so an endless generator cannot use up the RAM.
 */
function traceYields(generator: Steps, trace: CallTrace): Steps {
  const yielded: unknown[] = [];
  const see = (step: IteratorResult<unknown, unknown>) => {
    if (!step.done) yielded.length < MAX_YIELDED && yielded.push(step.value);
    else if (!yielded.length) trace.end(step.value);
    else trace.end(yielded.every((part) => typeof part === "string") ? yielded.join("") : yielded);
    return step;
  };
  const fail = (error: unknown): never => {
    trace.fail(error);
    throw error;
  };
  const watched = (method: "next" | "return" | "throw") => (value: unknown) => {
    try {
      const step = trace.inside(() => generator[method](value));
      return step instanceof Promise ? step.then(see, fail) : see(step);
    } catch (error) {
      return fail(error);
    }
  };
  return Object.assign(Object.create(generator), {
    next: watched("next"),
    return: watched("return"),
    throw: watched("throw"),
  });
}
