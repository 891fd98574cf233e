/** The replay left its copy, so no result of the replay counts. */
export class ReplayRefused extends Error {
  override readonly name = "ReplayRefused";
}
