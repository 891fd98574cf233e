/**
 * A replay fails with this error if the app used something outside its copy of the memory, because
 * the results then prove nothing.
 */
export class ReplayRefused extends Error {
  override readonly name = "ReplayRefused";
}
