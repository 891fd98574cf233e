/** Queue messages. They hold ids only, because they only wake work that the database lists. */

/** Wakes work of one project. */
export interface Wake {
  /**
   * A graph to attribute, or to make overviews of, even if the database does not count it as due yet.
   */
  readonly graph?: string;
  /** What caused it, for the logs: a request's id, a job's name, `pack` or `sweep`. */
  readonly cause?: string;
}

/** A project has work. The database holds the list of it. */
export interface WakeMessage extends Wake {
  readonly project: string;
}
