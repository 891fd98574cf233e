/** The addresses to which an app may have a browser sent back (OAuth 2.1, RFC 8252). */

const MAX_CHARS = 500;
/** The person's own machine. Written as other forms, such as 127.1, an address is refused. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=[/?]|$)/;
/** Visible ASCII without the backslash, which browsers read as a slash. */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]+$/;

export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri);

/** Whether an app may register the address: https, or http on the person's own machine. */
export function isAllowedRedirect(uri: string): boolean {
  if (uri.length > MAX_CHARS || !PLAIN.test(uri) || uri.includes("#")) return false;
  const url = URL.parse(uri);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopback(uri);
}

/**
 * Whether the address is the registered one, to the character. Only the port on the person's own
 * machine may differ: the app takes a free one at each sign-in (RFC 8252, section 7.3).
 */
export function matchesRedirect(registered: string, given: string): boolean {
  if (registered === given) return true;
  if (!isLoopback(registered) || !isAllowedRedirect(given)) return false;
  return withoutPort(registered) === withoutPort(given);
}

const withoutPort = (uri: string): string => uri.replace(LOOPBACK, "http://$1");
