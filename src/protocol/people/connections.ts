/** Connected apps (OAuth 2.1): programs that act for a person through the MCP server. */

/** Scopes that an app can ask for. `write` allows all changes by the MCP server's tools. */
export const CONNECTION_SCOPES = ["read", "write"] as const;
export type ConnectionScope = (typeof CONNECTION_SCOPES)[number];

/** Prefix of access tokens. Project keys have another prefix. */
export const ACCESS_TOKEN_PREFIX = "mto_";

/** Maximum characters of the query with which an app asks for access. */
export const MAX_CONNECTION_REQUEST_CHARS = 4_000;

export interface ConnectableProject {
  readonly id: string;
  readonly name: string;
  /**
   * Whether the person's role allows changes in the project. Only then can an app get the scope
   * `write`.
   */
  readonly mayWrite: boolean;
}

export interface ConnectionRequest {
  /** The name that the app gave when it registered. Nobody has checked it. */
  readonly app: string;
  /**
   * The host to which the browser goes after the person has decided. If the app is an editor with
   * its own URL scheme, this is the whole address.
   */
  readonly returnsTo: string;
  /** Whether the browser opens a program on the person's own machine. */
  readonly isOwnMachine: boolean;
  readonly scopes: readonly ConnectionScope[];
  /** The projects that the person can use. */
  readonly projects: readonly ConnectableProject[];
  /** The URL to open if the person refuses. */
  readonly refusal: string;
}

export interface Connection {
  readonly id: string;
  readonly app: string;
  readonly project: string;
  readonly projectName: string;
  readonly scopes: readonly ConnectionScope[];
  readonly createdAt: string;
  /** Time of the last use, accurate to one hour; null before the first use. */
  readonly lastUsedAt: string | null;
}
