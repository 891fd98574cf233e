/** `@memtrace/sdk/instrument`: traces methods of an object that somebody else wrote. */
import type { MemTrace } from "./client.ts";
import type { MethodOptions } from "./options.ts";
import type { AnyFunction } from "./trace-function.ts";

interface NamedMethodOptions extends MethodOptions {
  /** Of the operation; the method's own by default. */
  name?: string;
}

/**
 * Traces the methods that stand under their paths, `{ add: {…}, "llm.generate": {…} }`, in place,
 * so that calls which the object makes of itself are seen too. Gives the object back; a method
 * that is traced already stays as it is.
 */
export function instrument<T extends object>(
  memtrace: MemTrace,
  object: T,
  methods: Readonly<Record<string, NamedMethodOptions>>,
): T {
  for (const [path, { name, ...options }] of Object.entries(methods)) {
    replaceMethod(object, path, (method, own) => memtrace.operation(name ?? own, options)(method));
  }
  return object;
}

const traced = new WeakSet<AnyFunction>();

/**
 * Puts what `wrap` makes of a method in its place.
 * @internal
 */
export function replaceMethod(
  object: object,
  path: string,
  wrap: (method: AnyFunction, name: string) => AnyFunction,
): void {
  const steps = path.split(".");
  const name = steps.pop() ?? "";
  let owner: unknown = object;
  for (const step of steps) owner = Reflect.get(Object(owner), step);
  const method: unknown = Reflect.get(Object(owner), name);
  if (typeof method !== "function")
    throw new TypeError(`there is no method ${path} to trace: name one that the object has`);
  if (traced.has(method as AnyFunction)) return;
  const value = wrap(method as AnyFunction, name);
  traced.add(value);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}
