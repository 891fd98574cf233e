/** Reads OAuth requests and writes OAuth answers (RFC 6749, section 5). */
import type { Context, ErrorHandler } from "hono";
import type { HttpEnv } from "../context.ts";
import { answerError } from "../errors.ts";

type OAuthCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

export class OAuthFailure extends Error {
  readonly code: OAuthCode;
  readonly status: 400 | 401;

  constructor(code: OAuthCode, message: string, status: 400 | 401 = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export const answerOAuthFailure: ErrorHandler<HttpEnv> = (error, c) => {
  if (!(error instanceof OAuthFailure)) return answerError(error, c);
  return oauthJson(c, { error: error.code, error_description: error.message }, error.status);
};

/** The answer can contain tokens, so caches must not store it. */
export function oauthJson(
  c: Context<HttpEnv>,
  body: Readonly<Record<string, unknown>>,
  status: 200 | 201 | 400 | 401,
): Response {
  return c.json(body, status, { "cache-control": "no-store", pragma: "no-cache" });
}

interface Form {
  /** @throws OAuthFailure */
  required(name: string): string;
  optional(name: string): string | undefined;
}

/** @throws OAuthFailure if the body is not a form, or gives a parameter twice */
export function readForm(type: string | undefined, text: string): Form {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? "")) {
    throw new OAuthFailure(
      "invalid_request",
      "Send the body as a form, with `Content-Type: application/x-www-form-urlencoded`.",
    );
  }
  const given = new URLSearchParams(text);
  for (const name of new Set(given.keys())) {
    if (given.getAll(name).length > 1) {
      throw new OAuthFailure("invalid_request", `${name.slice(0, 100)}: is given more than once.`);
    }
  }
  const optional = (name: string) => given.get(name) || undefined;
  return {
    optional,
    required: (name) => {
      const value = optional(name);
      if (value === undefined) throw new OAuthFailure("invalid_request", `${name}: is missing.`);
      return value;
    },
  };
}
