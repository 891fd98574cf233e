interface ConnectSearch {
  /** The query string that the app sent. The page returns it to the service unchanged. */
  readonly request: string;
}

export const parseConnectSearch = (raw: Record<string, unknown>): ConnectSearch => ({
  request: typeof raw.request === "string" ? raw.request : "",
});
