import { useState } from "react";

/**
 * The token from the link that opened the page. It is in the URL's fragment, which browsers do not
 * send to servers.
 */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  return token;
}
