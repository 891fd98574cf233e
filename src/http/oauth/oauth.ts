/**
 * The authorization server for the MCP server (OAuth 2.1). An app registers here, asks for access
 * in the person's browser, and exchanges codes and refresh tokens. The person signs in as usual.
 */
import type { Context } from "hono";
import { parseJson } from "../../protocol/json/json-text.ts";
import { MAX_CONNECTION_REQUEST_CHARS } from "../../protocol/people/connections.ts";
import { usableRedirects } from "../../tenancy/connections/clients.ts";
import { ACCESS_SECONDS, type TokenAnswer } from "../../tenancy/connections/token-requests.ts";
import { recordConnectionEnd } from "../audit/record-connection.ts";
import type { HttpEnv } from "../context.ts";
import { ApiError } from "../errors.ts";
import { readText } from "../ingest/request-body.ts";
import { router } from "../route.ts";
import { AppMetadata } from "./app-metadata.ts";
import { RESOURCE } from "./metadata.ts";
import { answerOAuthFailure, OAuthFailure, oauthJson, readForm } from "./oauth-messages.ts";

const MAX_BODY_BYTES = 16 * 1024;
const RETRY_SECONDS = 60;

export const oauth = router();

oauth.onError(answerOAuthFailure);

oauth.use(async (c, next) => {
  c.set("isRepeatable", c.req.method === "GET");
  await next();
});

/**
 * Opens the page on which the person decides. The whole query becomes one parameter. Otherwise, the
 * UI's router would read a `state` that consists of digits as a number.
 */
oauth.get("/authorize", (c) => {
  const query = new URL(c.req.url).search.slice(1);
  if (query.length > MAX_CONNECTION_REQUEST_CHARS) {
    throw new ApiError(
      "too_large",
      `The request for access has more than ${MAX_CONNECTION_REQUEST_CHARS} characters.`,
    );
  }
  return c.redirect(`/connect?request=${encodeURIComponent(query)}`);
});

oauth.post("/register", async (c) => {
  const { oauth: apps, newId } = c.get("services");
  if (!(await apps.mayRegister(networkAddress(c)))) throw tooMany();
  const parsed = parseJson(await readText(c.req.raw, MAX_BODY_BYTES));
  const given = AppMetadata.safeParse(parsed.ok ? parsed.value : undefined);
  if (!given.success) {
    const [issue] = given.error.issues;
    throw new OAuthFailure(
      "invalid_client_metadata",
      `${issue?.path.join(".") || "body"}: ${issue?.message}.`,
    );
  }
  const redirectUris = usableRedirects(given.data.redirect_uris);
  if (redirectUris.length === 0) {
    throw new OAuthFailure(
      "invalid_redirect_uri",
      "redirect_uris: must contain an https URL, an http URL on localhost, 127.0.0.1 or [::1], or a URL of an editor's extension, such as cursor://publisher.name/callback.",
    );
  }
  const wanted = { id: newId("app"), name: given.data.client_name, redirectUris };
  const client = await apps.register(wanted);
  const registered = {
    ...{ client_id: client.id, client_name: client.name, redirect_uris: client.redirectUris },
    client_id_issued_at: Math.floor(client.createdAt / 1_000),
    ...{ token_endpoint_auth_method: "none", response_types: ["code"] },
    grant_types: ["authorization_code", "refresh_token"],
  };
  return oauthJson(c, registered, 201);
});

oauth.post("/token", async (c) => {
  const form = await formOf(c);
  const client = form.required("client_id");
  checkResource(c, form.optional("resource"));
  const kind = form.required("grant_type");
  if (kind === "authorization_code") {
    const given = {
      ...{ client, code: form.required("code"), redirectUri: form.required("redirect_uri") },
      verifier: form.required("code_verifier"),
    };
    return answerTokens(c, client, await c.get("services").oauth.exchangeCode(given));
  }
  if (kind === "refresh_token") {
    const given = { client, token: form.required("refresh_token") };
    return answerTokens(c, client, await c.get("services").oauth.refresh(given));
  }
  throw new OAuthFailure(
    "unsupported_grant_type",
    "grant_type: must be authorization_code or refresh_token.",
  );
});

/** A known and an unknown token get the same answer (RFC 7009, section 2.2). */
oauth.post("/revoke", async (c) => {
  const form = await formOf(c);
  const given = { client: form.required("client_id"), token: form.required("token") };
  const ended = await c.get("services").oauth.revoke(given);
  if (ended !== undefined) await recordConnectionEnd(c, ended, "The app ended its access.");
  return oauthJson(c, {}, 200);
});

async function formOf(c: Context<HttpEnv>) {
  if (!(await c.get("services").oauth.mayAskForTokens(networkAddress(c)))) throw tooMany();
  return readForm(c.req.header("content-type"), await readText(c.req.raw, MAX_BODY_BYTES));
}

/** Tokens work only at the MCP server, so any other resource is refused. */
function checkResource(c: Context<HttpEnv>, given: string | undefined): void {
  const resource = `${c.get("services").ownOrigin(c.req.raw)}${RESOURCE}`;
  if (given !== undefined && given !== resource) {
    throw new OAuthFailure("invalid_target", `resource: must be ${resource}.`);
  }
}

async function answerTokens(
  c: Context<HttpEnv>,
  client: string,
  answer: TokenAnswer,
): Promise<Response> {
  if (answer.ok) {
    const { access, refresh, scopes } = answer.value;
    const tokens = { access_token: access, token_type: "Bearer", expires_in: ACCESS_SECONDS };
    return oauthJson(c, { ...tokens, refresh_token: refresh, scope: scopes.join(" ") }, 200);
  }
  const { message, ended } = answer.fault;
  if (ended !== undefined) {
    await recordConnectionEnd(c, ended, "A code or token was used wrongly or twice.");
  }
  if (await c.get("services").oauth.hasClient(client)) {
    throw new OAuthFailure("invalid_grant", message);
  }
  throw new OAuthFailure("invalid_client", "client_id: no app has this id. Register again.", 401);
}

const networkAddress = (c: Context<HttpEnv>) => c.req.header("cf-connecting-ip") ?? "unknown";

const tooMany = () =>
  new ApiError("rate_limited", "Too many requests from this network. Wait a minute.", {
    retryAfter: RETRY_SECONDS,
  });
