/** The redirect URIs that an app can use (OAuth 2.1, RFC 8252). */

const MAX_CHARS = 500;
/**
 * Matches a URI with http on the person's own machine, such as `http://127.0.0.1:8000/done`.
 * Unusual ways to write the address, such as `127.1`, do not match.
 */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=[/?]|$)/;
/**
 * Matches visible ASCII characters without the backslash, because browsers treat it like a slash.
 */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]+$/;

/**
 * Matches a URI that opens an extension of a desktop editor (RFC 8252, section 7.1). Such URIs can
 * also open files, folders and remote machines. So the host must be the id of an extension, which
 * contains a dot. A query is refused, because it could contain a command, such as a repository to
 * clone.
 */
const EDITOR =
  /^(?:cursor|vscode|vscode-insiders|windsurf):\/\/[A-Za-z0-9][A-Za-z0-9-]*\.[A-Za-z0-9][A-Za-z0-9-]*(?:\/[A-Za-z0-9._~/-]*)?$/;

export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri);

export const opensEditor = (uri: string): boolean => EDITOR.test(uri);

/** Allowed: https, http on the person's own machine, and extensions of desktop editors. */
export function isAllowedRedirect(uri: string): boolean {
  if (uri.length > MAX_CHARS || !PLAIN.test(uri) || uri.includes("#")) return false;
  const url = URL.parse(uri);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopback(uri) || opensEditor(uri);
}

/**
 * Whether an app that registered one URI can use the other. The two must be equal, with one
 * exception: on the person's own machine, their ports can differ. There, an app opens any free port
 * at each sign-in (RFC 8252, section 7.3).
 */
export function matchesRedirect(registered: string, given: string): boolean {
  if (registered === given) return true;
  if (!isLoopback(registered) || !isAllowedRedirect(given)) return false;
  return withoutPort(registered) === withoutPort(given);
}

const withoutPort = (uri: string): string => uri.replace(LOOPBACK, "http://$1");
