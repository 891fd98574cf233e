/** Wraps a function so that each of its calls is traced; types, `this` and results stay as they are. */

import { isThenable } from "./encode.ts";

export type AnyFunction = (this: never, ...args: never[]) => unknown;

/** What a wrapper asks of the tracing of one call. None of it throws. */
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
      if (trace === undefined) return Reflect.apply(target, self, args);
      let result: unknown;
      try {
        result = trace.inside(() => Reflect.apply(target, self, args));
      } catch (error) {
        trace.fail(error);
        throw error;
      }
      if (isGenerator(result)) return traceYields(result, trace);
      if (isThenable(result)) return traceLater(result, trace);
      trace.end(result);
      return result;
    },
  });
}

function traceLater(result: unknown, trace: CallTrace): unknown {
  if (result instanceof Promise) return traceSettling(result, trace);
  return isThenable(result) ? traceLazily(result, trace) : result;
}

/**
 * A query that runs when it is awaited: the same object to the app, watched, because asking for its
 * value here would run it. What a call in its chain leads to is watched as well.
 */
function traceLazily(lazy: PromiseLike<unknown>, trace: CallTrace): unknown {
  const settle = () =>
    traceSettling(
      new Promise((resolve, reject) => {
        const run = () => lazy.then(resolve, reject);
        trace.inside(run);
      }),
      trace,
    );
  const watched: unknown = new Proxy(lazy, {
    // Private fields are only found on the object itself, so that is what everything runs on.
    set: (target, key, value) => Reflect.set(target, key, value),
    get(target, key) {
      const part: unknown = Reflect.get(target, key);
      const fixed = Reflect.getOwnPropertyDescriptor(target, key)?.configurable === false;
      if (typeof part !== "function" || key === "constructor" || fixed) return part;
      return function (this: unknown, ...args: unknown[]): unknown {
        if (Object.hasOwn(Promise.prototype, key)) {
          const settled = settle();
          return Reflect.apply(Reflect.get(settled, key), settled, args);
        }
        const next: unknown = Reflect.apply(part, this === watched ? target : this, args);
        return next === target ? watched : traceLater(next, trace);
      };
    },
  });
  return watched;
}

/** A subclass of Promise may carry methods of its own, so it is watched instead of replaced. */
function traceSettling(promise: Promise<unknown>, trace: CallTrace): Promise<unknown> {
  const settled = promise.then(
    (value) => {
      trace.end(value);
      return value;
    },
    (error: unknown) => {
      trace.fail(error);
      throw error;
    },
  );
  if (promise.constructor === Promise) return settled;
  settled.catch(() => undefined);
  return promise;
}

type Steps = Generator<unknown, unknown, unknown> | AsyncGenerator<unknown, unknown, unknown>;

function isGenerator(value: unknown): value is Steps {
  return Object.prototype.toString.call(value).endsWith("Generator]");
}

/** The same generator, watched: what it yielded is the result, texts joined into one. */
function traceYields(generator: Steps, trace: CallTrace): Steps {
  const yielded: unknown[] = [];
  const see = (step: IteratorResult<unknown, unknown>) => {
    if (!step.done) yielded.push(step.value);
    else trace.end(yielded.length > 0 ? joined(yielded) : step.value);
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

function joined(yielded: readonly unknown[]): unknown {
  return yielded.every((part) => typeof part === "string") ? yielded.join("") : yielded;
}
