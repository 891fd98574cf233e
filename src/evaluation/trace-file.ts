/** Files in the format of MemTraceBench: a smartcomment export, with annotations or without. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { isGzip } from "../local/graph-files.ts";

export type Json = Record<string, unknown>;

/** The export as parsed, its records not checked yet. */
export interface TraceJson {
  readonly top: Json;
  readonly nodes: readonly Json[];
  readonly edges: readonly Json[];
  readonly operations: readonly Json[];
  readonly sessions: readonly Json[];
  readonly annotations: readonly Json[];
}

/** Reads and parses the file, compressed or plain, whatever its name says. */
export function readTraceFile(path: string): TraceJson {
  const content = readFileSync(path);
  const plain = isGzip(content) ? gunzipSync(content) : content;
  const top = recordOf(JSON.parse(plain.toString("utf8")));
  const data = recordOf(top.data);
  const list = (key: string) => (Array.isArray(data[key]) ? data[key].map(recordOf) : []);
  return {
    top,
    nodes: list("nodes"),
    edges: list("edges"),
    operations: list("operations"),
    sessions: list("sessions"),
    annotations: list("annotations"),
  };
}

/** The export without its annotations: what the graph itself says. */
export function withoutAnnotations({ top, nodes, edges, operations, sessions }: TraceJson): Json {
  return { ...top, data: { nodes, edges, operations, sessions } };
}

function recordOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
