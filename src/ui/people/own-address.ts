/**
 * The path to open after signing in. A path that could lead to another site is replaced by the
 * first page.
 */
export function ownAddress(next: string | undefined): string {
  if (next === undefined || !next.startsWith("/") || /^\/[/\\]/.test(next)) return "/";
  return next;
}
