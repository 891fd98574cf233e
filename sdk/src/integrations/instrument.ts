/** `@memtrace/sdk/instrument`: traces methods of an object that somebody else wrote. */

import type { MemTrace } from "../core/client.ts";
import type { MethodOptions } from "../core/options.ts";
import type { AnyFunction } from "../core/trace-function.ts";
import { ByClient } from "./by-client.ts";

interface NamedMethodOptions extends MethodOptions {
  /** Of the operation; the method's own by default. */
  name?: string;
}

/**
 * Traces the methods that stand under their paths, `{ add: {…}, "llm.generate": {…} }`, in place,
 * so that calls which the object makes of itself are seen too. Gives the object back; a method
 * that the client traces already stays as it is. Where several clients trace one method, a call is
 * recorded by those in whose graph or session it runs.
 */
export function instrument<T extends object>(
  memtrace: MemTrace,
  object: T,
  methods: Readonly<Record<string, NamedMethodOptions>>,
): T {
  for (const [path, { name, ...options }] of Object.entries(methods)) {
    const wrap: Wrap = (method, own) => memtrace.operation(name ?? own, options)(method);
    replaceMethod(memtrace, object, path, wrap);
  }
  return object;
}

type Wrap = (method: AnyFunction, name: string) => AnyFunction;

/** By what stands in their places: the methods, and who traces them. */
const traced = new WeakMap<object, { method: AnyFunction; clients: ByClient<Wrap> }>();

/**
 * Puts what `wrap` makes of a method in its place. What is no `call` to record, but leads to objects
 * whose calls are, is wrapped wherever it is called.
 * @internal
 */
export function replaceMethod(
  memtrace: MemTrace,
  object: object,
  path: string,
  wrap: Wrap,
  call = true,
): void {
  const steps = path.split(".");
  const name = steps.pop() ?? "";
  const ownerOf = () => Object(partAt(object, steps));
  // An object may show its methods through others, made each time that it is asked for them.
  const placed = (): unknown => Reflect.getOwnPropertyDescriptor(ownerOf(), name)?.value;
  const owner = ownerOf();
  const found = (placed() ?? Reflect.get(owner, name)) as AnyFunction;
  if (typeof found !== "function") throw new TypeError(`there is no method ${path}`);
  const { method, clients } = traced.get(found) ?? { method: found, clients: new ByClient() };
  clients.add(memtrace, () => wrap);
  if (found !== method) return;
  const value = new Proxy(method, {
    apply(_, self, args) {
      const wrapped = clients.of(call).reduce((inner, wrap) => wrap(inner, name), method);
      return Reflect.apply(wrapped, self, args);
    },
  });
  traced.set(value, { method, clients });
  Reflect.defineProperty(owner, name, { value, configurable: true, writable: true });
  if (placed() !== value) throw new TypeError(`${path} cannot be replaced: use memtrace.operation`);
}

/** @internal */
export function partAt(object: object, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((part, step) => Reflect.get(Object(part), step), object);
}
