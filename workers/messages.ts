/** Queue messages. They contain only ids, because they only wake work that the database lists. */

/** A wake-up for work of one project. */
export interface Wake {
  /**
   * A graph that must be attributed, or whose overviews must be made, even if the database does not
   * list it as due yet.
   */
  readonly graph?: string;
  /** What caused the wake-up, for the logs: a request's id, a job's name, `pack` or `sweep`. */
  readonly cause?: string;
}

/** A wake-up that names the project whose work is due. */
export interface WakeMessage extends Wake {
  readonly project: string;
}
