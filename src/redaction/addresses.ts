/**
 * Finds e-mail addresses and IP addresses. It looks for an `@` or a colon, and then reads only a
 * limited number of characters around it. So the time grows linearly with the text.
 */
import type { Found } from "./kinds.ts";

const MAX_LOCAL_CHARS = 64;
const MAX_DOMAIN_CHARS = 255;
const TOP_LEVEL = /^(?:[a-z\u00a1-\u052f]{2,63}|xn--[a-z0-9-]{1,59})$/i;
const LABEL = /^[a-z0-9\u00a1-\u052f](?:[a-z0-9\u00a1-\u052f-]*[a-z0-9\u00a1-\u052f])?$/i;
const NOT_AT_START = ".'%+-";

export function* findEmails(text: string): Generator<Found> {
  let floor = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    const lowest = Math.max(floor, at - MAX_LOCAL_CHARS);
    while (start > lowest && isLocal(text.charCodeAt(start - 1))) start -= 1;
    while (start < at && NOT_AT_START.includes(text.charAt(start))) start += 1;
    if (start === at) continue;
    const highest = Math.min(text.length, at + 1 + MAX_DOMAIN_CHARS);
    let end = at + 1;
    while (end < highest && isDomain(text.charCodeAt(end))) end += 1;
    const domain = domainOf(text.slice(at + 1, end));
    if (domain === undefined) continue;
    floor = at + 1 + domain.length;
    const found = text.slice(start, floor);
    yield { start, end: floor, kind: "email", normal: found.toLowerCase() };
  }
}

/** Returns the longest prefix that is a domain name. */
function domainOf(text: string): string | undefined {
  const labels = text.split(".");
  const wrong = labels.findIndex((label) => !LABEL.test(label));
  const kept = wrong < 0 ? labels : labels.slice(0, wrong);
  while (kept.length >= 2 && !TOP_LEVEL.test(kept.at(-1) ?? "")) kept.pop();
  return kept.length < 2 ? undefined : kept.join(".");
}

function isDomain(code: number): boolean {
  return isAlphanumeric(code) || code === 0x2d || code === 0x2e;
}

/**
 * Whether the local part of an address can contain the character: letters, digits, `.`, `_`, `%`,
 * `+`, `'` and `-`.
 */
function isLocal(code: number): boolean {
  return isDomain(code) || code === 0x5f || code === 0x25 || code === 0x2b || code === 0x27;
}

/**
 * Whether the character is a digit, or a Latin, Greek or Cyrillic letter. Other scripts often put
 * no space before an address, so their letters do not count.
 */
function isAlphanumeric(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0xc0 && code <= 0x24f) ||
    (code >= 0x370 && code <= 0x52f)
  );
}

const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const V4 = new RegExp(`(?<![\\w.-])${OCTET}(?:\\.${OCTET}){3}(?!\\w|\\.\\d|-)`, "g");
/** Matches addresses of the machine itself. They identify nobody, so they are not replaced. */
const OWN = /^(?:127\.|0\.0\.0\.0$)/;
const TWO_COLONS = /:[0-9A-Fa-f]{0,4}:/g;
const V6_CHAR = /[0-9A-Fa-f:.]/;
const MAX_V6_CHARS = 45;
const V6_GROUPS = 8;

export function* findIps(text: string): Generator<Found> {
  for (const { 0: found, index: start } of text.matchAll(V4)) {
    if (OWN.test(found)) continue;
    yield { start, end: start + found.length, kind: "ip", normal: found };
  }
  let floor = 0;
  for (const { index } of text.matchAll(TWO_COLONS)) {
    if (index < floor) continue;
    let start = index;
    const lowest = Math.max(floor, index - MAX_V6_CHARS);
    while (start > lowest && V6_CHAR.test(text.charAt(start - 1))) start -= 1;
    let end = index;
    const highest = Math.min(text.length, index + MAX_V6_CHARS);
    while (end < highest && V6_CHAR.test(text.charAt(end))) end += 1;
    floor = end;
    while (end > start && text.charAt(end - 1) === ".") end -= 1;
    const normal = v6Of(text.slice(start, end));
    if (normal === undefined || isWordChar(text, start - 1) || isWordChar(text, end)) continue;
    yield { start, end, kind: "ip", normal };
  }
}

function isWordChar(text: string, at: number): boolean {
  return /\w/.test(text.charAt(at));
}

/**
 * Returns all eight groups of the address. Undefined if the text is no address, or if the address
 * identifies no machine.
 */
function v6Of(written: string): string | undefined {
  const [head = "", tail, more] = written.toLowerCase().split("::");
  if (more !== undefined) return undefined;
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  if (before === undefined || after === undefined) return undefined;
  const missing = V6_GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after];
  const told = groups.filter((group) => group !== "0").length;
  const isSpelt = tail !== undefined && !/\d/.test(written);
  return told < 2 || isSpelt ? undefined : groups.join(":");
}

function groupsOf(text: string): string[] | undefined {
  if (text === "") return [];
  const groups: string[] = [];
  const parts = text.split(":");
  for (const [place, part] of parts.entries()) {
    const octets = place === parts.length - 1 ? part.split(".") : [part];
    if (
      octets.length === 4 &&
      octets.every((each) => /^\d{1,3}$/.test(each) && Number(each) < 256)
    ) {
      const [a, b, c, d] = octets.map(Number) as [number, number, number, number];
      groups.push((a * 256 + b).toString(16), (c * 256 + d).toString(16));
    } else if (/^[0-9a-f]{1,4}$/.test(part)) groups.push(part.replace(/^0+(?=.)/, ""));
    else return undefined;
  }
  return groups;
}
