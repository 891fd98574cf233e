/** Refuses undeclared parameters and fields before the operation reads the request. */
import type { RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { isNotKnown, takesSeveral } from "../protocol/unknown-fields.ts";
import type { HttpEnv } from "./context.ts";
import { ApiError } from "./errors.ts";
import { readJsonBody, refuseBody } from "./ingest/request-body.ts";

type Declared = Pick<RouteConfig, "method" | "request">;

/** Whether the body must be read and checked before the operation runs. */
export function readsBodyFirst(config: Declared): boolean {
  return refuseUndeclaredBody(config).length > 0;
}

/**
 * Returns the middleware that refuses undeclared parameters and body fields.
 * @param isInProject true if the request belongs to a project. Then the query parameter `project`
 * is allowed too, because the UI sends it.
 */
export function refuseUndeclared(
  isInProject: boolean,
  config: Declared,
): MiddlewareHandler<HttpEnv>[] {
  return [refuseUnknownParameters(isInProject, config), ...refuseUndeclaredBody(config)];
}

function refuseUndeclaredBody({ method, request }: Declared): MiddlewareHandler<HttpEnv>[] {
  if (request?.body === undefined) return method === "get" ? [] : [refuseBody];
  const content = request.body.content["application/json"];
  const schema = content !== undefined && "schema" in content ? content.schema : undefined;
  return schema instanceof z.ZodType ? [readJsonBody(schema)] : [];
}

/**
 * Refuses unknown, empty and repeated parameters. Otherwise, a client would not notice that a wrong
 * filter has no effect.
 */
function refuseUnknownParameters(
  isInProject: boolean,
  { request }: Declared,
): MiddlewareHandler<HttpEnv> {
  const declared = request?.query;
  const own = declared instanceof z.ZodObject ? declared.shape : {};
  const known = [...Object.keys(own), ...(isInProject ? ["project"] : [])];
  const repeatable = Object.keys(own).filter((name) => takesSeveral(own[name]));
  return async (c, next) => {
    const { searchParams } = new URL(c.req.url);
    for (const name of new Set(searchParams.keys())) {
      const problem = known.includes(name)
        ? problemOf(searchParams.getAll(name), repeatable.includes(name))
        : isNotKnown(name, known);
      if (problem !== undefined) {
        const message = known.includes(name) ? `${name}: ${problem}` : problem;
        throw new ApiError("invalid_request", message);
      }
    }
    await next();
  };
}

function problemOf(values: readonly string[], isRepeatable: boolean): string | undefined {
  if (values.length > 1 && !isRepeatable) {
    return `is given ${values.length} times and takes one value. Give it once.`;
  }
  return values.includes("") ? "is empty. Give it a value, or leave it out." : undefined;
}
