/** `@memtrace/sdk/instrument`: traces methods of an object from a library. */

import type { MemTrace } from "../core/client.ts";
import type { MethodOptions } from "../core/options.ts";
import type { AnyFunction } from "../core/trace-function.ts";
import { ByClient } from "./by-client.ts";

interface NamedMethodOptions extends MethodOptions {
  /** Name of the operation; default: the method's name. */
  name?: string;
}

/**
 * Traces the methods at these paths, `{ add: {…}, "llm.generate": {…} }`, in place, so calls that
 * the object makes itself are traced too. Returns the object. A second call for the same client
 * changes nothing. If several clients trace one method, each client in whose graph or session a
 * call runs records the call.
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

/** For each replacement function: the original method, and the clients that trace it. */
const traced = new WeakMap<object, { method: AnyFunction; clients: ByClient<Wrap> }>();

/**
 * Replaces a method by the result of `wrap`. Pass false for `call` if the method records nothing
 * and only returns objects to trace. Then the wraps of all clients apply. Otherwise, only the wraps
 * of clients in whose graph or session the call runs apply.
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
  // A getter may create a new part on each read, so read the owner again.
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
