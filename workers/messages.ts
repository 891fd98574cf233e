/** Queue messages. They hold ids only, because they only wake work that the database lists. */

/** Says that a project has work; the database says which. */
export interface WakeMessage {
  readonly project: string;
  /** A graph to attribute, even if the database does not count it as due yet. */
  readonly graph?: string;
}
