interface ConnectSearch {
  /** The app's query string. The page sends it to the service unchanged. */
  readonly request: string;
}

export const parseConnectSearch = (raw: Record<string, unknown>): ConnectSearch => ({
  request: typeof raw.request === "string" ? raw.request : "",
});
