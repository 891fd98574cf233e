import type { OAuthClientProvider, OAuthTokens } from "@modelcontextprotocol/client";

/** Keeps what the official MCP client stores, and the address that it opens in a browser. */
export class OAuthStore implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: { readonly client_name: string; redirect_uris: string[] };
  readonly #kept = new Map<string, unknown>();
  opened: URL | undefined;

  constructor(callback: string) {
    this.redirectUrl = callback;
    this.clientMetadata = { client_name: "Official client", redirect_uris: [callback] };
  }

  #read<T>(name: string): T | undefined {
    return this.#kept.get(name) as T | undefined;
  }
  /** A state that looks like a number. The service must return it unchanged, not as `1`. */
  state = () => "1.0";
  clientInformation = () =>
    this.#read<Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>>("client");
  saveClientInformation = (client: unknown) => void this.#kept.set("client", client);
  tokens = () => this.#read<OAuthTokens & { issuer?: string }>("tokens");
  saveTokens = (tokens: unknown) => void this.#kept.set("tokens", tokens);
  saveCodeVerifier = (verifier: string) => void this.#kept.set("verifier", verifier);
  codeVerifier = () => this.#read<string>("verifier") ?? "";
  discoveryState = () =>
    this.#read<Awaited<ReturnType<NonNullable<OAuthClientProvider["discoveryState"]>>>>("found");
  saveDiscoveryState = (found: unknown) => void this.#kept.set("found", found);
  redirectToAuthorization = (url: URL) => {
    this.opened = url;
  };
}
