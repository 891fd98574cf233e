/**
 * An app that asks for access to the MCP server, request by request, so that a test can also send
 * wrong requests.
 */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { ConnectionScope } from "../../../src/protocol/people/connections.ts";
import { ORIGIN, type Person } from "../../tenancy/support/browser.ts";
import { messagesOf, postMcp } from "./mcp-client.ts";
import { send } from "./tenants.ts";

export const CALLBACK = "http://127.0.0.1:33418/callback";
export const RESOURCE = `${ORIGIN}/mcp`;
const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0";

export const challengeOf = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

type Fields = Readonly<Record<string, string | undefined>>;

const given = (fields: Fields) =>
  Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);

export class OAuthApp {
  readonly id: string;
  /** Rate limits apply per network, so each app has its own. */
  readonly #network: string;

  private constructor(id: string, network: string) {
    this.id = id;
    this.#network = network;
  }

  static async register(metadata: Readonly<Record<string, unknown>> = {}): Promise<OAuthApp> {
    const network = newNetwork();
    const answer = await register({ client_name: "Editor", ...metadata }, network);
    expect(answer.status).toBe(201);
    const { client_id: id } = await answer.json<{ client_id: string }>();
    return new OAuthApp(id, network);
  }

  /** The query with which the app opens the person's browser. Undefined leaves a parameter out. */
  query(changes: Fields = {}): string {
    return new URLSearchParams(
      given({
        ...{ response_type: "code", client_id: this.id, redirect_uri: CALLBACK, state: "s 1" },
        ...{ code_challenge: challengeOf(VERIFIER), code_challenge_method: "S256" },
        ...{ resource: RESOURCE, scope: "read write", ...changes },
      }),
    ).toString();
  }

  /** Lets the person allow the app. Returns the address that the browser opens next. */
  async allowed(
    { browser }: Person,
    project: string,
    scopes: readonly ConnectionScope[] = ["read"],
    changes: Fields = {},
  ): Promise<URL> {
    const decision = { request: this.query(changes), project, scopes };
    const answer = await browser.post("/connections/allow", decision);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return new URL(JSON.parse(text).url);
  }

  async code(...allowing: Parameters<OAuthApp["allowed"]>): Promise<string> {
    return (await this.allowed(...allowing)).searchParams.get("code") ?? "";
  }

  exchange(code: string, changes: Fields = {}): Promise<Response> {
    return this.form("/oauth/token", {
      ...{ grant_type: "authorization_code", client_id: this.id, code, redirect_uri: CALLBACK },
      ...{ code_verifier: VERIFIER, resource: RESOURCE, ...changes },
    });
  }

  refresh(token: string, changes: Fields = {}): Promise<Response> {
    return this.form("/oauth/token", {
      ...{ grant_type: "refresh_token", client_id: this.id, refresh_token: token },
      ...{ resource: RESOURCE, ...changes },
    });
  }

  revoke(token: string): Promise<Response> {
    return this.form("/oauth/revoke", { client_id: this.id, token });
  }

  async tokens(...allowing: Parameters<OAuthApp["allowed"]>): Promise<Tokens> {
    const answer = await this.exchange(await this.code(...allowing));
    expect(answer.status).toBe(200);
    return answer.json<Tokens>();
  }

  form(path: string, fields: Fields): Promise<Response> {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "cf-connecting-ip": this.#network,
    };
    const body = new URLSearchParams(given(fields)).toString();
    return send(path, { method: "POST", headers, body });
  }
}

export function newNetwork(): string {
  const groups = crypto.getRandomValues(new Uint16Array(3));
  return `2001:${[...groups].map((group) => group.toString(16)).join(":")}::1`;
}

const isFields = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const register = (metadata: unknown, network = newNetwork()): Promise<Response> =>
  send("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json", "cf-connecting-ip": network },
    body: JSON.stringify(
      isFields(metadata) ? { redirect_uris: [CALLBACK], ...metadata } : metadata,
    ),
  });

/** The error of an answer of the authorization server. */
export async function refusalOf(answer: Response): Promise<string> {
  const { error } = await answer.json<{ error: unknown }>();
  return `${answer.status} ${typeof error === "string" ? error : JSON.stringify(error)}`;
}

/** The status of the MCP server's answer to the token. */
export const statusWith = async (token: string): Promise<number> =>
  (await postMcp(token, { jsonrpc: "2.0", id: 1, method: "tools/list" })).status;

/** Calls a tool with the token. Returns the text of its result. */
export async function toolText(
  token: string,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const [message] = await messagesOf(await postMcp(token, call));
  const { content } = Object(message?.result);
  return content[0].text;
}
