/**
 * Returns the path to open after the sign-in. If `next` could lead to another site, returns the
 * start page.
 */
export function ownAddress(next: string | undefined): string {
  if (next === undefined) return "/";
  const { origin } = window.location;
  // Let the browser parse the URL before checking it. Browsers ignore tabs and read `\` as `/`, so
  // a check of the text itself could be tricked.
  const url = URL.parse(next, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : "/";
}
