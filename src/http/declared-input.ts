/**
 * Reads the input of endpoints under `/api/auth`. Refuses fields that the endpoint does not
 * declare.
 */
import type { Context } from "hono";
import type * as z from "zod";
import { parseJson } from "../protocol/json/json-text.ts";
import { mayHoldHalves, wellFormed } from "../protocol/json/well-formed.ts";
import type { HttpEnv } from "./context.ts";
import { ApiError } from "./errors.ts";
import { malformed, readText } from "./ingest/request-body.ts";

const MAX_BODY_BYTES = 64 * 1024;
const MAX_PROBLEMS = 5;

/** @throws ApiError if a field or parameter is wrong or undeclared, or the body is not JSON */
export async function declaredInput<T>(c: Context<HttpEnv>, schema: z.ZodType<T>): Promise<T> {
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  const [unexpected] = isRead ? [] : Object.keys(c.req.query());
  if (unexpected !== undefined) {
    throw new ApiError("invalid_request", `${unexpected}: send it in the body.`);
  }
  const [repeated] = Object.entries(c.req.queries()).filter(([, values]) => values.length > 1);
  if (repeated !== undefined) {
    const [name, values] = repeated;
    throw new ApiError(
      "invalid_request",
      `${name}: is given ${values.length} times. Give it once.`,
    );
  }
  const parsed = schema.safeParse(isRead ? c.req.query() : await jsonOf(c));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
  throw new ApiError("invalid_request", `${problems.join("; ")}. Nothing was changed.`);
}

/** An empty body counts as `{}`. */
async function jsonOf(c: Context<HttpEnv>): Promise<unknown> {
  const text = await readText(c.req.raw, MAX_BODY_BYTES);
  if (text === "") return {};
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ApiError(
      "unsupported_media_type",
      "Send the body as JSON, with `Content-Type: application/json`.",
    );
  }
  const parsed = parseJson(text);
  if (!parsed.ok) throw malformed(parsed.fault, "Nothing was changed.");
  return mayHoldHalves(text) ? wellFormed(parsed.value) : parsed.value;
}
