/** Files in the format of MemTraceBench: a smartcomment export, with annotations or without. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { UserError } from "../local/command-line.ts";

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

/** All graph files among the paths; folders are walked in the order of their names. */
export function traceFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    try {
      return walk(path);
    } catch (error) {
      throw new UserError(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  });
  if (files.length === 0) throw new UserError(`No .json or .json.gz file in ${paths.join(", ")}.`);
  return files;
}

/** An index of a data set is not a graph. */
function walk(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name))
    .flatMap((entry) => {
      if (statSync(entry).isDirectory()) return walk(entry);
      const isGraph = /\.json(\.gz)?$/.test(entry) && !/(^|[/\\])index\.json$/.test(entry);
      return isGraph ? [entry] : [];
    });
}

/** Reads and parses the file, compressed or plain, whatever its name says. */
export function readTraceFile(path: string): TraceJson {
  const content = readFileSync(path);
  const plain = content[0] === 0x1f && content[1] === 0x8b ? gunzipSync(content) : content;
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
