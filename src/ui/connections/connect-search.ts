interface ConnectSearch {
  /** The query string from the app, passed on unchanged. */
  readonly request: string;
}

export const parseConnectSearch = (raw: Record<string, unknown>): ConnectSearch => ({
  request: typeof raw.request === "string" ? raw.request : "",
});
