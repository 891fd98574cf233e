/** Normalizes domains and e-mail addresses, so that equal ones have equal text. */
import * as z from "zod";

const MAX_ADDRESS_CHARS = 254;
const LABELS = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * Returns the domain in ASCII (punycode) and lower case, without a final dot. Undefined if the text
 * is not a domain. Similar letters, such as Latin and Cyrillic "a", give different results.
 */
export function domainIn(text: string): string | undefined {
  const named = text.trim().replace(/\.$/, "");
  if (/[/:@?#\\%\s[\]]/.test(named)) return undefined;
  try {
    const { hostname } = new URL(`https://${named}`);
    return LABELS.test(hostname) && hostname.length <= 253 ? hostname : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the address in lower case, with its domain in ASCII. Undefined if no account can have it.
 * The local part must be ASCII, because other letters can look like ASCII letters.
 */
export function addressIn(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  const domain = domainIn(text.slice(at + 1));
  if (at < 1 || domain === undefined) return undefined;
  const address = `${text.slice(0, at).toLowerCase()}@${domain}`;
  const isAddress = address.length <= MAX_ADDRESS_CHARS && z.email().safeParse(address).success;
  return isAddress ? address : undefined;
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
