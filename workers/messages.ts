/** Queue messages contain only ids: they wake work that the database lists. */

export interface Wake {
  /**
   * A graph that must be attributed, or whose overviews must be made, even if the database does not
   * list it as due yet.
   */
  readonly graph?: string;
  /** The cause for the logs: a request's id, a job's name, `pack` or `sweep`. */
  readonly cause?: string;
}

export interface WakeMessage extends Wake {
  readonly project: string;
}
