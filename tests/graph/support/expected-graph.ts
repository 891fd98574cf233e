/**
 * Builds the expected graph from its events, rule by rule, in a slow and simple way. Tests compare
 * it with the real graph.
 */

import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { MAX_VALUE_CHARS } from "../../../src/protocol/limits.ts";
import { cutText } from "../../../src/text/cut-text.ts";
import type { GraphDescription } from "./describe-graph.ts";

type Of<T extends TraceEvent["type"]> = Extract<TraceEvent, { type: T }>;
type Variables = GraphDescription["variables"];

export function expectedGraph(id: string, events: readonly TraceEvent[]): GraphDescription {
  const seen = new Set<string>();
  const unique = events.filter((event) => !seen.has(event.id) && seen.add(event.id));
  const sorted = unique.toSorted(
    (a, b) => a.at - b.at || (a.seq ?? 0) - (b.seq ?? 0) || (a.id < b.id ? -1 : 1),
  );
  const of = <T extends TraceEvent["type"]>(type: T) =>
    sorted.filter((event): event is Of<T> => event.type === type);

  const header = {
    ...{ id, at: sorted[0]?.at ?? 0, user: last(of("graph"), "user") },
    ...{ system: last(of("graph"), "system"), strict: last(of("graph"), "strict") },
    ...{ metadata: last(of("graph"), "metadata"), origin: last(of("graph"), "origin") },
  };
  const { variables, resolve, warnings, pending } = expectedVariables(
    of("variable"),
    header.strict ?? false,
  );
  const operations = byId(of("operation"), ({ op }) => op).map(([op, parts]) => ({
    ...common(op, parts),
    ...{ name: last(parts, "name") ?? op, session: last(parts, "session") },
    ...{ startedAt: last(parts, "startedAt"), endedAt: last(parts, "endedAt") },
    ...{ status: last(parts, "status"), error: last(parts, "error") },
  }));
  const sessions = byId(of("session"), ({ session }) => session).map(([session, parts]) => ({
    ...common(session, parts),
    ...{ name: last(parts, "name"), user: last(parts, "user") },
  }));

  const links: GraphDescription["links"] = [];
  const loops: GraphDescription["warnings"] = [];
  for (const event of of("link")) {
    const [from, to] = [resolve(event.from), resolve(event.to)];
    if (from === undefined || to === undefined) {
      pending.push({ event: event.id, waitsFor: from === undefined ? event.from : event.to });
      continue;
    }
    const { op, session } = event;
    links.push({ ...common(event.id, [event]), op, session, from, to });
    if (from === to) loops.push(selfLink(event.id, from));
    if (operations.some((operation) => operation.id === op)) {
      warnings.push(...loops.splice(0));
      continue;
    }
    const bare = { ...common(op, []), at: event.at, name: op, session };
    const rest = { startedAt: undefined, endedAt: undefined, status: undefined, error: undefined };
    operations.push({ ...bare, ...rest });
    const message = `Link ${event.id} names the operation ${op}, of which no event has arrived. Send an operation event with that \`op\`; it may come late.`;
    warnings.push({ code: "unknown-operation", subject: op, message }, ...loops.splice(0));
  }

  const verdicts = of("verdict").map((event) => {
    const named = (end: string | undefined) => {
      const variable = end === undefined ? undefined : resolve(end);
      if (end !== undefined && variable === undefined) {
        pending.push({ event: event.id, waitsFor: end });
      }
      return variable;
    };
    const [queryId, predictionId] = [named(event.queryRef), named(event.predictionRef)];
    return {
      ...{ id: event.id, at: event.at, session: event.session, metadata: event.metadata },
      ...{ query: event.query, queryId, prediction: event.prediction, predictionId },
      ...{ expected: event.expected ?? [], score: event.score, reason: event.reason },
      evidence: (event.evidence ?? []).flatMap((end) => named(end) ?? []),
    };
  });
  return { header, sessions, operations, variables, links, verdicts, warnings, pending };
}

function expectedVariables(events: readonly Of<"variable">[], strict: boolean) {
  const variables: Variables = [];
  const warnings: GraphDescription["warnings"] = [];
  const pending: GraphDescription["pending"] = [];
  const refs = new Map<string, string>();
  const placed = new Map<string, string>();
  const byVariableId = (id: string) => variables.find((variable) => variable.id === id);
  const resolve = (end: string) => refs.get(end) ?? byVariableId(end)?.id;
  const firsts = events.filter((event, at) => events.findIndex((e) => e.ref === event.ref) === at);

  for (const event of events) {
    const own = refs.get(event.ref);
    if (own !== undefined) {
      if (event.value !== undefined && event.value !== byVariableId(own)?.value) {
        warnings.push(conflict(own));
      }
      continue;
    }
    const value = valueOfRef(event.ref, firsts);
    if (value === undefined) {
      pending.push({ event: event.id, waitsFor: event.splice?.of ?? event.ref });
      continue;
    }
    const fullName = fullNameOf(event);
    const latest = variables
      .filter((variable) => variable.fullName === fullName)
      .reduce<Variables[number] | undefined>(
        (a, b) => (a === undefined || b.version > a.version ? b : a),
        undefined,
      );
    const mutates = event.mutates === undefined ? undefined : resolve(event.mutates);
    const replacesOther = mutates !== undefined && byVariableId(mutates)?.fullName !== fullName;
    if (event.version === undefined && latest?.value === value && !replacesOther) {
      refs.set(event.ref, latest.id);
      latest.category ??= event.category;
      continue;
    }
    let version = event.version ?? (latest?.version ?? 0) + 1;
    const given = (wanted: number) =>
      events.some((e) => e.version === wanted && fullNameOf(e) === fullName);
    if (event.version === undefined) while (given(version)) version++;
    const id = `${fullName}@${version}`;
    const known = byVariableId(id);
    refs.set(event.ref, id);
    if (known !== undefined) {
      if (known.value !== value) warnings.push(conflict(id));
      continue;
    }
    if (strict && event.version === undefined && latest !== undefined && mutates !== latest.id) {
      const message = `${id} differs from ${latest.id} without declaring that it changes it. Record the change with \`mutates\`, or give the value another name.`;
      warnings.push({ code: "undeclared-change", subject: id, message });
    }
    placed.set(id, event.id);
    variables.push({
      ...{ ...common(id, [event]), fullName, name: event.name, className: event.class, version },
      ...{ value, length: event.length, session: event.session, mutates },
    });
  }
  for (const variable of variables) {
    const event = events.find((e) => e.id === placed.get(variable.id));
    if (event?.mutates === undefined || variable.mutates !== undefined) continue;
    const replaced = resolve(event.mutates);
    if (replaced === undefined) pending.push({ event: event.id, waitsFor: event.mutates });
    else if (replaced !== variable.id) variable.mutates = replaced;
  }
  return { variables, resolve, warnings, pending };
}

function selfLink(id: string, variable: string) {
  const message = `Link ${id} leads from ${variable} to itself: its ends have one name and one value, which is one version. Give what the operation wrote a name or a \`version\` of its own, or record no link where nothing was written.`;
  return { code: "self-link" as const, subject: id, message };
}

function fullNameOf(event: Of<"variable">): string {
  return event.class === undefined ? event.name : `${event.class}:${event.name}`;
}

function conflict(id: string) {
  const message = `${id} was recorded twice with different values; the first is kept. Give each value a ref of its own, and a version that is free or none.`;
  return { code: "conflicting-value" as const, subject: id, message };
}

/** Returns the value that the first event of the ref gives, with all its splices applied. */
function valueOfRef(
  ref: string,
  events: readonly Of<"variable">[],
  above: readonly string[] = [],
): string | undefined {
  const event = events.find((candidate) => candidate.ref === ref);
  if (event?.splice === undefined || above.includes(ref)) {
    return above.includes(ref) ? undefined : event?.value;
  }
  const { of, at, remove, insert } = event.splice;
  const base = valueOfRef(of, events, [...above, ref]);
  if (base === undefined || at + remove > base.length) return undefined;
  return cutText(base.slice(0, at) + insert + base.slice(at + remove), MAX_VALUE_CHARS);
}

/** Returns the field of the last event that has the field. */
function last<E extends object, K extends keyof E>(events: readonly E[], key: K): E[K] | undefined {
  return events.findLast((event) => event[key] !== undefined)?.[key];
}

function common(
  id: string,
  parts: readonly (Of<"session"> | Of<"operation"> | Of<"variable"> | Of<"link">)[],
) {
  const source = last(parts, "source");
  return {
    ...{ id, at: parts[0]?.at ?? 0, category: last(parts, "category") },
    ...{ comment: last(parts, "comment"), metadata: last(parts, "metadata") },
    source: source && { file: source.file, line: source.line },
    origin: last(parts, "origin"),
  };
}

function byId<E>(events: readonly E[], idOf: (event: E) => string): [string, E[]][] {
  return [...Map.groupBy(events, idOf)];
}
