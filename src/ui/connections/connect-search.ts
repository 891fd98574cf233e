/** URL parameters of the page on which a person decides about an app's access. */
interface ConnectSearch {
  /** The query string with which the app opened the page. It is passed on unchanged. */
  readonly request: string;
}

export const parseConnectSearch = (raw: Record<string, unknown>): ConnectSearch => ({
  request: typeof raw.request === "string" ? raw.request : "",
});
