/** URL parameters of the page on which a person decides about an app's request for access. */
interface ConnectSearch {
  /** The query with which the app opened the browser, unchanged. */
  readonly request: string;
}

export const parseConnectSearch = (raw: Record<string, unknown>): ConnectSearch => ({
  request: typeof raw.request === "string" ? raw.request : "",
});
