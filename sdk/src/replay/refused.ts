/** The replay left its copy, so none of its results count. */
export class ReplayRefused extends Error {
  override readonly name = "ReplayRefused";
}
