/** Every operation in the API description, so that a test cannot miss a new one. */
import type { Scope } from "../../../src/protocol/api/api.ts";
import { send } from "./tenants.ts";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

export interface Operation {
  readonly method: string;
  /** The path, with parameters in braces. */
  readonly path: string;
  /** The scope that a key needs; undefined if only people may call the operation. */
  readonly scope: Scope | undefined;
  /** Whether the operation works without a key and without signing in. */
  readonly isPublic: boolean;
  readonly parameters: readonly string[];
  /** Names of the query parameters. */
  readonly query: readonly string[];
  /** Query parameters that may occur several times. */
  readonly several: readonly string[];
  /** Content types of the body; empty if it has none. */
  readonly body: readonly string[];
  readonly responses: readonly string[];
}

interface Described {
  readonly security?: readonly { readonly key?: readonly Scope[] }[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly schema: { readonly type?: unknown };
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses?: Readonly<Record<string, unknown>>;
}

export interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<string, Described>>>>>;
}

export async function readDescription(): Promise<Description> {
  return (await send("/v1/openapi.json")).json<Description>();
}

export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const described = methods[method];
      if (described === undefined) return [];
      const scope = described.security?.flatMap(({ key }) => key ?? [])[0];
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
      const query = (described.parameters ?? []).filter((parameter) => parameter.in === "query");
      return [
        {
          isPublic: described.security?.length === 0,
          ...{ method, path, scope, parameters, query: query.map(({ name }) => name) },
          several: query.filter(({ schema }) => schema.type === "array").map(({ name }) => name),
          body: Object.keys(described.requestBody?.content ?? {}),
          responses: Object.keys(described.responses ?? {}),
        },
      ];
    }),
  );
}

/** Fills the parameters into the operation's path. */
export function pathOf(operation: Operation, values: Readonly<Record<string, string>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? "unknown"),
  );
}
