/** Checks that a request with a cookie comes from one of the product's own pages. */

interface Deployment {
  readonly publicUrl: string;
  /** Whether to also allow the loopback origin that serves the request. */
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
 * Whether the `Origin` header names one of the product's own pages. Check every request that
 * changes data with a cookie; browsers always send the header with such requests.
 */
export const fromOwnOrigin = (deployment: Deployment, request: Request): boolean => {
  const origin = request.headers.get("origin");
  return origin !== null && ownOrigins(deployment, request.url).includes(origin);
};
