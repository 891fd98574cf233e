import { useState } from "react";

/** Returns the token from the URL's fragment. Browsers do not send the fragment to servers. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  return token;
}
