/** Which pages may change things with a person's cookie: the product's own. */

interface Deployment {
  readonly publicUrl: string;
  /** Also whichever loopback address serves the request. */
  readonly development: boolean;
}

export const ownOrigins = (
  { publicUrl, development }: Deployment,
  requestUrl: string,
): string[] => {
  const { origin, hostname } = new URL(requestUrl);
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return [new URL(publicUrl).origin, ...(development && loopback ? [origin] : [])];
};

/**
 * Whether a page of ours sent the request, by its `Origin` header. To be asked for every request
 * that changes something and is signed in by cookie; a browser always sends the header with those.
 */
export const fromOwnOrigin = (deployment: Deployment, request: Request): boolean => {
  const origin = request.headers.get("origin");
  return origin !== null && ownOrigins(deployment, request.url).includes(origin);
};
