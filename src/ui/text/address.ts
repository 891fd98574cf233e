/** Whether an address leads to a service that a person runs on her own machine. */
export function isOnThisMachine(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);
}
