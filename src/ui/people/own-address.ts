/**
 * The path to open after signing in. A path that could lead to another site is replaced by the
 * first page.
 */
export function ownAddress(next: string | undefined): string {
  if (next === undefined) return "/";
  const { origin } = window.location;
  // Parsed as the browser does, which drops tabs and reads backslashes as slashes.
  const url = URL.parse(next, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : "/";
}
