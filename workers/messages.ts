/**
 * Messages of the queue contain only ids. The database lists the waiting work, and a message only
 * makes a worker look there.
 */

export interface Wake {
  /**
   * Id of a graph for which the worker must do its work now, such as attribution or overviews. The
   * worker does this even if the database does not list the graph as due yet.
   */
  readonly graph?: string;
  /**
   * What caused the wake-up, for the logs. This is a request's id, `pack` if a pack was stored, or
   * the kind and item of other work, such as `sweep 2026-11-27T10:00:00.000Z`.
   */
  readonly cause?: string;
}

export interface WakeMessage extends Wake {
  readonly project: string;
}
