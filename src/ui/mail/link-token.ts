import { useState } from "react";

/** The token of the link that opened the page. It is in the fragment, which no server sees. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  return token;
}
