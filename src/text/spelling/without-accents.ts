/** Removes accents and other combining marks: "Rocío" gives "Rocio". */
export function withoutAccents(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "");
}
