/**
 * The path to open after signing in. Returns the first page if the path could lead to another site.
 */
export function ownAddress(next: string | undefined): string {
  if (next === undefined) return "/";
  const { origin } = window.location;
  // Parse it as the browser does: it drops tabs and reads backslashes as slashes.
  const url = URL.parse(next, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : "/";
}
