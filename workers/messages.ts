/** Queue messages. They hold ids only, because they only wake work that the database lists. */

/** A project has work. The database holds the list of it. */
export interface WakeMessage {
  readonly project: string;
  /**
   * A graph to attribute, or to make overviews of, even if the database does not count it as due yet.
   */
  readonly graph?: string;
}
