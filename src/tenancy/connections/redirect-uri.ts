/** The redirect URIs that an app can use (OAuth 2.1, RFC 8252). */

const MAX_CHARS = 500;
/**
 * Matches http on the person's own machine. Refuses other spellings of the machine's address, such
 * as 127.1.
 */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=[/?]|$)/;
/** Matches visible ASCII characters, except the backslash, which browsers read as a slash. */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]+$/;

/**
 * Matches an extension of a desktop editor (RFC 8252, section 7.1). Editors also open files,
 * folders and remote machines through their URI scheme. So the host must be the id of an extension,
 * which contains a dot. A query is refused, because it could contain a command, such as an address
 * to clone.
 */
const EDITOR =
  /^(?:cursor|vscode|vscode-insiders|windsurf):\/\/[A-Za-z0-9][A-Za-z0-9-]*\.[A-Za-z0-9][A-Za-z0-9-]*(?:\/[A-Za-z0-9._~/-]*)?$/;

export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri);

/** Whether the URI opens an extension of a desktop editor on the person's own machine. */
export const opensEditor = (uri: string): boolean => EDITOR.test(uri);

/**
 * Whether an app can register the URI: https, http on the person's own machine, or an extension of
 * a desktop editor.
 */
export function isAllowedRedirect(uri: string): boolean {
  if (uri.length > MAX_CHARS || !PLAIN.test(uri) || uri.includes("#")) return false;
  const url = URL.parse(uri);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopback(uri) || opensEditor(uri);
}

/**
 * Whether the URI equals the registered URI exactly. Only the port on the person's own machine can
 * differ. At each sign-in, the app opens any free port (RFC 8252, section 7.3).
 */
export function matchesRedirect(registered: string, given: string): boolean {
  if (registered === given) return true;
  if (!isLoopback(registered) || !isAllowedRedirect(given)) return false;
  return withoutPort(registered) === withoutPort(given);
}

const withoutPort = (uri: string): string => uri.replace(LOOPBACK, "http://$1");
