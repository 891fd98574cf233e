/**
 * The first match counts, so the order matters: the header of Edge, for example, also contains the
 * words “Chrome” and “Safari”.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg/, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * Returns a browser's name, such as "Firefox on Windows", from its `User-Agent` header. Undefined
 * if the browser is not known. The name contains no text of the header.
 */
export function knownDevice(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined;
  const named = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return undefined;
  return system === undefined ? browser : `${browser} on ${system}`;
}
