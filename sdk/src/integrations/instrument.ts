/** `@memtrace/sdk/instrument`: traces methods of a library's object. */

import type { MemTrace } from "../core/client.ts";
import type { MethodOptions } from "../core/options.ts";
import type { AnyFunction } from "../core/trace-function.ts";
import { ByClient } from "./by-client.ts";

interface NamedMethodOptions extends MethodOptions {
  /** Name of the operation; default: the method's name. */
  name?: string;
}

/**
 * Traces the methods at these paths: `{ add: {…}, "llm.generate": {…} }`. Replaces them in place,
 * so the object's own calls are traced too. Returns the object. A second call with the same client
 * does nothing. If several clients trace one object, each client records only the calls in its own
 * graphs or sessions.
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

/** Replacement function → original method, and the clients that trace it. */
const traced = new WeakMap<object, { method: AnyFunction; clients: ByClient<Wrap> }>();

/**
 * Replaces a method by the result of `wrap`. Several clients can replace the same method, each
 * with its own `wrap`.
 * @param call true if `wrap` records calls of the method. If there are several clients, a call in
 * a graph or session of one client then uses only this client's `wrap`. False if `wrap` records
 * nothing and only prepares the returned object. Each call then uses the `wrap` of every client.
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
  // Read the owner again: a getter can return a new object on each read.
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
