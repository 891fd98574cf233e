/**
 * Thrown if the replay used something outside its copy of the memory. The replay's results then
 * prove nothing.
 */
export class ReplayRefused extends Error {
  override readonly name = "ReplayRefused";
}
