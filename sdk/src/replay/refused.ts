/** The replay went beyond its copy. Nothing of it counts. */
export class ReplayRefused extends Error {
  override readonly name = "ReplayRefused";
}
