/** Connected apps (OAuth 2.1): programs that act for a person through the MCP server. */

/** Scopes for which an app can ask. `write` allows all changes that the MCP server's tools make. */
export const CONNECTION_SCOPES = ["read", "write"] as const;
export type ConnectionScope = (typeof CONNECTION_SCOPES)[number];

/** The prefix of access tokens. Project keys have another prefix. */
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

/** An app's request for access, as the person sees it. */
export interface ConnectionRequest {
  /** The name that the app registered. Nobody has checked this name. */
  readonly app: string;
  /**
   * The host that the browser opens after the person's decision. For an editor with its own scheme:
   * the whole address.
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

/** An app that the person connected to a project. */
export interface Connection {
  readonly id: string;
  readonly app: string;
  readonly project: string;
  readonly projectName: string;
  readonly scopes: readonly ConnectionScope[];
  readonly createdAt: string;
  /** Time of the last use, accurate to one hour; null if the app has not used its access yet. */
  readonly lastUsedAt: string | null;
}
