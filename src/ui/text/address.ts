/** Whether the URL is on the person's own machine. */
export function isOnThisMachine(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);
}
