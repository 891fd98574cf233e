/** What queues carry: ids alone, as they only wake the work that the database knows of. */

export interface GraphMessage {
  readonly project: string;
  readonly graph: string;
}

export interface JobMessage {
  readonly project: string;
  readonly job: string;
}

export interface DeliveryMessage {
  readonly project: string;
  readonly delivery: string;
}
