/** The path to go on to; anything that could lead to another site becomes the first page. */
export function ownAddress(next: string | undefined): string {
  if (next === undefined || !next.startsWith("/") || /^\/[/\\]/.test(next)) return "/";
  return next;
}
