import { useState } from "react";

/**
 * Returns the token in the link that opened the page. The token is in the URL's fragment, because
 * browsers do not send the fragment to servers.
 */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  return token;
}
