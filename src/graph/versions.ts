/**
 * From recorded values to versions. Values with one name, in the graph's order, are its versions;
 * a value equal to the one before it is the same version. A given version number is kept.
 */
import { cutText } from "../protocol/cut-text.ts";
import type { VariableEvent } from "../protocol/events.ts";
import { MAX_VALUE_CHARS } from "../protocol/limits.ts";
import { defined } from "./defined.ts";
import type { GraphWarning, Pending, Variable } from "./model.ts";
import { fullNameOf, variableIdOf } from "./model.ts";

export interface Versions {
  readonly variables: Map<string, Variable>;
  /** The variable that a ref or a variable id names. */
  readonly resolve: (end: string) => string | undefined;
}

export function buildVariables(
  events: readonly VariableEvent[],
  strict: boolean,
  warnings: GraphWarning[],
  pending: Pending[],
): Versions {
  const readValue = valueReader(events);
  const variables = new Map<string, Variable>();
  const idByRef = new Map<string, string>();
  const latestByName = new Map<string, Variable>();
  const resolve = (end: string) => idByRef.get(end) ?? (variables.has(end) ? end : undefined);

  for (const event of events) {
    if (idByRef.has(event.ref)) continue;
    const value = readValue(event.ref);
    if (value === undefined) {
      pending.push({ event: event.id, waitsFor: event.splice?.of ?? event.ref });
      continue;
    }
    const fullName = fullNameOf(event.name, event.class);
    const latest = latestByName.get(fullName);
    if (event.version === undefined && latest !== undefined && latest.value === value) {
      idByRef.set(event.ref, latest.id);
      continue;
    }
    const version = event.version ?? (latest?.version ?? 0) + 1;
    const id = variableIdOf(fullName, version);
    const known = variables.get(id);
    if (known !== undefined) {
      idByRef.set(event.ref, id);
      if (known.value !== value) warnings.push(conflictingValue(id));
      continue;
    }
    const mutates = event.mutates === undefined ? undefined : resolve(event.mutates);
    if (strict && event.version === undefined && latest !== undefined && mutates !== latest.id) {
      warnings.push(undeclaredChange(id, latest.id));
    }
    const variable = toVariable(event, { id, fullName, version, value, mutates });
    variables.set(id, variable);
    idByRef.set(event.ref, id);
    if (latest === undefined || version > latest.version) latestByName.set(fullName, variable);
  }

  return { variables, resolve };
}

function toVariable(
  event: VariableEvent,
  versioned: Pick<Variable, "id" | "fullName" | "version" | "value" | "mutates">,
): Variable {
  const { name, length, session, at, category, comment, metadata, source, origin } = event;
  return defined({
    ...versioned,
    ...{ name, className: event.class, length, session },
    ...{ at, category, comment, metadata, source, origin },
  });
}

/** Reads the value of a ref, following splices to the value that they start from. */
function valueReader(events: readonly VariableEvent[]): (ref: string) => string | undefined {
  const byRef = new Map<string, VariableEvent>();
  for (const event of events) if (!byRef.has(event.ref)) byRef.set(event.ref, event);
  const values = new Map<string, string | undefined>();
  return (wanted) => {
    const chain: VariableEvent[] = [];
    const visiting = new Set<string>();
    let ref = wanted;
    while (!values.has(ref)) {
      const event = byRef.get(ref);
      if (event?.splice === undefined || visiting.has(ref)) {
        values.set(ref, event?.splice === undefined ? event?.value : undefined);
        break;
      }
      visiting.add(ref);
      chain.push(event);
      ref = event.splice.of;
    }
    for (const event of chain.reverse()) {
      const base = event.splice && values.get(event.splice.of);
      values.set(event.ref, base === undefined ? undefined : spliced(base, event));
    }
    return values.get(wanted);
  };
}

function spliced(base: string, { splice }: VariableEvent): string | undefined {
  if (splice === undefined || splice.at + splice.remove > base.length) return undefined;
  const value = base.slice(0, splice.at) + splice.insert + base.slice(splice.at + splice.remove);
  return cutText(value, MAX_VALUE_CHARS);
}

function conflictingValue(id: string): GraphWarning {
  return {
    code: "conflicting-value",
    subject: id,
    message: `${id} was recorded twice with different values; the first is kept.`,
  };
}

function undeclaredChange(id: string, before: string): GraphWarning {
  return {
    code: "undeclared-change",
    subject: id,
    message: `${id} differs from ${before} without declaring that it changes it. Record the change with \`mutates\`, or give the value another name.`,
  };
}
