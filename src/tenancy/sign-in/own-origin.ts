/** Checks that a request with a cookie comes from one of the product's pages. */

interface Deployment {
  readonly publicUrl: string;
  /** True also allows pages of a server on the same machine, such as `http://localhost:8787`. */
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
 * Whether the `Origin` header names one of the product's pages. Call this for every request with a
 * cookie that changes data. Browsers always send the header with such a request.
 */
export const fromOwnOrigin = (deployment: Deployment, request: Request): boolean => {
  const origin = request.headers.get("origin");
  return origin !== null && ownOrigins(deployment, request.url).includes(origin);
};
