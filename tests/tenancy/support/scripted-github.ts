/**
 * A scripted GitHub: its page, its token endpoint and the two addresses of its API, as GitHub
 * documents them. It answers a token request as a form unless the request accepts JSON, and a wrong
 * code with status 200. It replaces `fetch`.
 */
import { vi } from "vitest";
import { sha256 } from "./scripted-provider.ts";

const CLIENT = { id: "Iv1.memtrace", secret: "the client's secret" };

/** The bindings of an installation that uses GitHub for sign-in. */
export const GITHUB_BINDINGS = {
  ...{ GITHUB_CLIENT_ID: CLIENT.id, GITHUB_CLIENT_SECRET: CLIENT.secret },
};

export interface GithubAccount {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly emails: readonly {
    readonly email: string;
    readonly primary: boolean;
    readonly verified: boolean;
    readonly visibility: "public" | "private" | null;
  }[];
}

interface Grant {
  readonly account: GithubAccount;
  readonly challenge: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

export class ScriptedGithub {
  /** Addresses that the service requested. */
  readonly asked: string[] = [];
  /** The status of the API's answers; set it to simulate a failure of GitHub. */
  apiStatus = 200;
  readonly #url: string;
  readonly #grants = new Map<string, Grant>();
  readonly #tokens = new Map<string, Grant>();

  /**
   * Starts a scripted GitHub.
   * @param url of github.com, or of an enterprise server
   */
  constructor(url = "https://github.com") {
    this.#url = url;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
      this.#answer(new Request(input, init)),
    );
  }

  /**
   * Signs in and agrees at GitHub, as the person's browser does. Returns the address to which
   * GitHub redirects.
   */
  agree(url: string, account: GithubAccount): URL {
    const asked = new URL(url);
    const parameter = (name: string) => asked.searchParams.get(name) ?? "";
    if (asked.origin + asked.pathname !== `${this.#url}/login/oauth/authorize`) {
      throw new Error(`GitHub has no page ${asked.href}.`);
    }
    if (parameter("client_id") !== CLIENT.id) throw new Error("The client is unknown.");
    const code = crypto.randomUUID();
    const [redirectUri, challenge] = [parameter("redirect_uri"), parameter("code_challenge")];
    const scopes = parameter("scope").split(" ");
    this.#grants.set(code, { account, challenge, redirectUri, scopes });
    const back = new URL(redirectUri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", parameter("state"));
    return back;
  }

  async #answer(request: Request): Promise<Response> {
    const { origin, pathname } = new URL(request.url);
    this.asked.push(`${origin}${pathname}`);
    if (`${origin}${pathname}` === `${this.#url}/login/oauth/access_token`) {
      return this.#token(request);
    }
    const api =
      this.#url === "https://github.com" ? "https://api.github.com" : `${this.#url}/api/v3`;
    if (`${origin}${pathname}` === `${api}/user`) return this.#api(request, "read:user");
    if (`${origin}${pathname}` === `${api}/user/emails`) return this.#api(request, "user:email");
    return Response.json({ message: "Not Found" }, { status: 404 });
  }

  async #token(request: Request): Promise<Response> {
    const form = await request.formData();
    const field = (name: string) => `${form.get(name) ?? ""}`;
    const answer = (fields: Readonly<Record<string, string>>) =>
      request.headers.get("accept") === "application/json"
        ? Response.json(fields)
        : new Response(`${new URLSearchParams(fields)}`);
    if (field("client_id") !== CLIENT.id || field("client_secret") !== CLIENT.secret) {
      return answer({ error: "incorrect_client_credentials" });
    }
    const grant = this.#grants.get(field("code"));
    // A code works once.
    this.#grants.delete(field("code"));
    const isKnown =
      grant !== undefined &&
      grant.challenge === (await sha256(field("code_verifier"))) &&
      grant.redirectUri === field("redirect_uri");
    if (!isKnown) return answer({ error: "bad_verification_code" });
    const token = `gho_${crypto.randomUUID()}`;
    this.#tokens.set(token, grant);
    return answer({
      ...{ access_token: token, token_type: "bearer", scope: grant.scopes.join(",") },
    });
  }

  #api(request: Request, scope: string): Response {
    const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
    const grant = this.#tokens.get(token);
    if (grant === undefined) return Response.json({ message: "Bad credentials" }, { status: 401 });
    // GitHub refuses requests without a user agent.
    if (!request.headers.get("user-agent")) return new Response(null, { status: 403 });
    if (!grant.scopes.includes(scope)) return new Response(null, { status: 404 });
    if (this.apiStatus !== 200) return new Response(null, { status: this.apiStatus });
    const { emails, ...person } = grant.account;
    const [shown] = emails.filter(({ visibility }) => visibility === "public");
    if (scope === "user:email") return Response.json(emails);
    return Response.json({ ...person, type: "User", email: shown?.email ?? null });
  }
}
