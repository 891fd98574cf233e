/**
 * A scripted sign-in provider that speaks the real protocol: discovery, authorization codes with
 * PKCE, client authentication, JWKS and signed id tokens. It replaces `fetch`.
 */
import { vi } from "vitest";

const ALGORITHM = {
  ...{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  ...{ modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) },
};

export interface Claims {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

interface Grant {
  readonly claims: Claims;
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

export const CLIENT = { id: "memtrace", secret: "the client's secret" };

export class ScriptedProvider {
  readonly issuer: string;
  /** Wrong or changed claims in the next id token. */
  forged: Readonly<Record<string, unknown>> = {};
  /** Requests that the service sent. */
  readonly asked: string[] = [];
  isDown = false;
  readonly #grants = new Map<string, Grant>();
  #keys: { readonly pair: CryptoKeyPair; readonly id: string } | undefined;
  /** The key that the JWKS lists, if it differs from the signing key. */
  #listed: { readonly pair: CryptoKeyPair; readonly id: string } | undefined;

  constructor(issuer = `https://i${crypto.randomUUID().replaceAll("-", "")}.example`) {
    this.issuer = issuer;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
      this.#answer(new Request(input, init)),
    );
  }

  /** Signs with a new key. The JWKS lists it too, unless it is `unlisted`. */
  async changeKey({ unlisted = false } = {}): Promise<void> {
    this.#listed = unlisted ? await this.#key() : undefined;
    this.#keys = await newKey();
  }

  /**
   * Signs in and agrees at the provider, as the person's browser does. Returns the address to which
   * the provider redirects.
   */
  agree(url: string, claims: Claims): URL {
    const asked = new URL(url);
    const parameter = (name: string) => asked.searchParams.get(name) ?? "";
    if (parameter("code_challenge_method") !== "S256") throw new Error("PKCE is missing.");
    if (parameter("client_id") !== CLIENT.id) throw new Error("The client is unknown.");
    const code = crypto.randomUUID();
    const redirectUri = parameter("redirect_uri");
    const [challenge, nonce] = [parameter("code_challenge"), parameter("nonce")];
    this.#grants.set(code, { claims, challenge, nonce, redirectUri });
    const back = new URL(redirectUri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", parameter("state"));
    // Not every provider sends this parameter.
    back.searchParams.set("session_state", "b7");
    return back;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, origin } = new URL(request.url);
    if (origin !== this.issuer || this.isDown) throw new TypeError("Network connection lost.");
    this.asked.push(pathname);
    if (pathname === "/.well-known/openid-configuration") return Response.json(this.#metadata());
    if (pathname === "/jwks") return Response.json({ keys: [await this.#publicKey()] });
    if (pathname === "/token") return this.#token(request);
    return new Response(null, { status: 404 });
  }

  #metadata() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  async #token(request: Request): Promise<Response> {
    const form = await request.formData();
    const field = (name: string) => `${form.get(name) ?? ""}`;
    const encoded = [CLIENT.id, CLIENT.secret].map((part) =>
      encodeURIComponent(part).replace(/%20/g, "+").replace(/'/g, "%27"),
    );
    if (request.headers.get("authorization") !== `Basic ${btoa(encoded.join(":"))}`)
      return Response.json({ error: "invalid_client" }, { status: 401 });
    const grant = this.#grants.get(field("code"));
    // A code works once.
    this.#grants.delete(field("code"));
    const challenge = await sha256(field("code_verifier"));
    if (
      grant === undefined ||
      grant.challenge !== challenge ||
      grant.redirectUri !== field("redirect_uri")
    )
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    return Response.json({
      ...{ access_token: crypto.randomUUID(), token_type: "Bearer", expires_in: 60 },
      id_token: await this.#idToken(grant),
    });
  }

  async #idToken({ claims, nonce }: Grant): Promise<string> {
    const { pair, id } = await this.#key();
    const now = Math.floor(Date.now() / 1_000);
    const payload = {
      ...{ iss: this.issuer, aud: CLIENT.id, nonce, iat: now, exp: now + 60 },
      ...{ ...claims, ...this.forged },
    };
    const signed = [{ alg: "RS256", kid: id }, payload].map(encode).join(".");
    const signature = await crypto.subtle.sign(
      ...([ALGORITHM.name, pair.privateKey, new TextEncoder().encode(signed)] as const),
    );
    return `${signed}.${Buffer.from(signature).toString("base64url")}`;
  }

  async #key() {
    this.#keys ??= await newKey();
    return this.#keys;
  }

  async #publicKey() {
    const { pair, id } = this.#listed ?? (await this.#key());
    const jwk = await crypto.subtle.exportKey("jwk", pair.publicKey);
    return { ...jwk, kid: id, use: "sig", alg: "RS256" };
  }
}

async function newKey() {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("An RSA key is a pair.");
  return { pair, id: crypto.randomUUID() };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns the hash in base64url. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("base64url");
}
