/** What queues carry: ids alone, as they only wake the work that the database knows of. */

/** Says that a project has work; the database says which. */
export interface WakeMessage {
  readonly project: string;
  /** A graph to attribute, also where the database does not count it as due yet. */
  readonly graph?: string;
}
