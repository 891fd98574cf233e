/** Queue messages. They contain only ids, because they only wake work that the database lists. */

/** Wakes work of one project. */
export interface Wake {
  /**
   * A graph to attribute or to make overviews of, even if the database does not list it as due yet.
   */
  readonly graph?: string;
  /** What caused the wake-up, for the logs: a request's id, a job's name, `pack` or `sweep`. */
  readonly cause?: string;
}

/** Wakes a project that has work. The database lists the work. */
export interface WakeMessage extends Wake {
  readonly project: string;
}
