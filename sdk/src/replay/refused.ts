/** The replay used something outside its copy of the memory. Its results then prove nothing. */
export class ReplayRefused extends Error {
  override readonly name = "ReplayRefused";
}
