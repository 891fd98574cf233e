/**
 * Reads an app's request for access, which is the query of the authorization URL (OAuth 2.1,
 * section 4.1.1). If the request is wrong, the person sees an error on our page and is never
 * redirected. The redirect URI could lead to any site, because anybody can register one.
 */
import type { Database } from "../../database/database.ts";
import type { ConnectionScope } from "../../protocol/people/connections.ts";
import { failure, type Result, success } from "../../protocol/result.ts";
import { findClient, type OAuthClient } from "./clients.ts";
import { matchesRedirect } from "./redirect-uri.ts";

export interface AccessRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: string | null;
  /** PKCE challenge, S256. */
  readonly challenge: string;
  /** The scopes that the person can give. */
  readonly scopes: readonly ConnectionScope[];
}

const READ_ONCE = [
  ...["client_id", "redirect_uri", "response_type", "scope", "state"],
  ...["code_challenge", "code_challenge_method", "resource"],
];
/** A SHA-256 hash in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** If the request is wrong, returns a failure with a sentence that the page shows to the person. */
export async function readAccessRequest(
  database: Database,
  query: string,
  resource: string,
): Promise<Result<AccessRequest, string>> {
  const given = new URLSearchParams(query);
  const repeated = READ_ONCE.find((name) => given.getAll(name).length > 1);
  if (repeated !== undefined) return failure(`${repeated}: is given more than once.`);
  const client = await findClient(database, given.get("client_id") ?? "");
  if (client === undefined) {
    return failure(
      "client_id: no app is registered with this id. Remove the server from your app, and add it again.",
    );
  }
  const redirectUri = given.get("redirect_uri") ?? "";
  if (!client.redirectUris.some((registered) => matchesRedirect(registered, redirectUri))) {
    return failure("redirect_uri: the app did not register this address.");
  }
  const problem = problemOf(given, resource);
  if (problem !== undefined) return failure(problem);
  const scopes = offeredScopes(given.get("scope"));
  if (scopes === undefined) return failure("scope: must be read, write, or both.");
  return success({
    ...{ client, redirectUri, scopes, state: given.get("state") },
    challenge: given.get("code_challenge") ?? "",
  });
}

function problemOf(given: URLSearchParams, resource: string): string | undefined {
  if (given.get("response_type") !== "code") return "response_type: must be code.";
  if (given.get("code_challenge_method") !== "S256") {
    return "code_challenge_method: must be S256. Other methods do not protect the code.";
  }
  if (!CHALLENGE.test(given.get("code_challenge") ?? "")) {
    return "code_challenge: must be a SHA-256 in base64url.";
  }
  if ((given.get("resource") ?? resource) !== resource) {
    return `resource: must be ${resource}, the only resource that this service protects.`;
  }
  return undefined;
}

/**
 * Returns the scopes that the person can give to the app. Every app that gets access can read.
 * Unknown scopes are ignored, because apps also ask for scopes of other servers. Returns undefined
 * if all scopes are unknown.
 */
function offeredScopes(asked: string | null): readonly ConnectionScope[] | undefined {
  if (asked === null || asked.trim() === "") return ["read", "write"];
  const names = asked.split(" ");
  if (names.includes("write")) return ["read", "write"];
  return names.includes("read") ? ["read"] : undefined;
}

/** The redirect URL that tells the app what the person decided. */
export function answerAddress(
  { redirectUri, state }: AccessRequest,
  issuer: string,
  answer: { readonly code: string } | { readonly error: string },
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set("state", state);
  url.searchParams.set("iss", issuer);
  return url.href;
}
