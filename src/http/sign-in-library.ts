import type { Context } from "hono";
import type { ErrorCode } from "../protocol/error-codes.ts";
import type { HttpEnv } from "./context.ts";
import { ApiError } from "./errors.ts";

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: "invalid_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  422: "invalid_request",
};

/** @throws ApiError if the library refuses the request */
export async function askLibrary(
  c: Context<HttpEnv>,
  method: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const answer = await c
    .get("services")
    .auth()
    .handler(declaredRequest(c, method, input));
  const text = await answer.text();
  if (!answer.ok) throw refusal(answer.status, text);
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return Response.json(withoutTokens(text === "" ? null : JSON.parse(text)), { headers });
}

function declaredRequest(
  c: Context<HttpEnv>,
  method: string,
  input: Readonly<Record<string, unknown>>,
): Request {
  const url = new URL(c.req.url);
  const headers = new Headers(c.req.raw.headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) {
    headers.delete(name);
  }
  if (method === "POST") {
    headers.set("content-type", "application/json");
    return new Request(url, { method, headers, body: JSON.stringify(input) });
  }
  url.search = new URLSearchParams(Object.entries(input).map(([k, v]) => [k, `${v}`])).toString();
  return new Request(url, { method, headers });
}

function refusal(status: number, text: string): ApiError {
  const code = CODES[status];
  if (code === undefined) throw new Error(`The sign-in library answered ${status}.`);
  return new ApiError(code, messageIn(text) ?? "The request was refused.");
}

function messageIn(text: string): string | undefined {
  const found = /"message":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return found === undefined ? undefined : String(JSON.parse(found));
}

/**
 * Removes tokens from the answer, because scripts of a page must not get the token of the HttpOnly
 * cookie.
 */
function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "token")
      .map(([name, each]) => [name, withoutTokens(each)]),
  );
}
