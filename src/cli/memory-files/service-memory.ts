/** Reads a graph's memory from the service, and sends events to the graph. */

import type { ProjectClient } from "../../local/client/project-client.ts";
import { RefusedRequest } from "../../local/client/requests.ts";
import { UserError } from "../../local/command-line.ts";
import { bodyOf, inRequests } from "../../protocol/events/event-requests.ts";
import { fileOf, type LiveUnit, type MemoryEvent } from "./unit-history.ts";

const NOT_FOUND = 404;

export class ServiceMemory {
  readonly #api: ProjectClient;
  readonly graph: string;

  constructor(api: ProjectClient, graph: string) {
    this.#api = api;
    this.graph = graph;
  }

  /**
   * Returns those units in the graph's current memory that come from files. `place` says from which
   * file and section a unit comes. If the graph does not exist, there are no units.
   */
  async units(): Promise<{ unit: LiveUnit; place: string }[]> {
    const stored = (await orUndefined(this.#api.store(this.graph))) ?? [];
    return stored.flatMap(({ name, id, comment, value }) => {
      const file = fileOf(comment ?? "");
      if (file === undefined) return [];
      const { place, digest } = file;
      return { unit: { unit: name, ref: id, text: value, digest }, place };
    });
  }

  async hasOperation(id: string): Promise<boolean> {
    return (await orUndefined(this.#api.operation(this.graph, id))) !== undefined;
  }

  /**
   * Sends the events in order. The service ignores events that it already has.
   * @returns the number of new events
   * @throws UserError if the service rejects an event
   */
  async send(
    events: Iterable<MemoryEvent>,
    onSent: (count: number) => void = () => {},
  ): Promise<number> {
    let added = 0;
    const headers = { "Content-Type": "application/x-ndjson" };
    for (const list of inRequests(withJson(events))) {
      const sending = { body: bodyOf(list), headers, isRepeatable: true };
      const { accepted, repeated, rejected } = await this.#api.call("POST /events", {}, sending);
      const [first] = rejected;
      if (first !== undefined)
        throw new UserError(`The service rejected an event: ${first.message}`);
      onSent(list.length);
      // `repeated` is true if an earlier request had the same body. The service then returns the
      // counts of that request, but it adds nothing. So do not count these events as new.
      added += repeated === true ? 0 : accepted;
    }
    return added;
  }

  /**
   * Returns the event that creates the graph. If the graph exists already, the event only repeats
   * its system and user.
   */
  graphEvent(at: number, user: string | undefined): MemoryEvent {
    const about = { system: "memory files", ...(user === undefined ? {} : { user }) };
    return { type: "graph", id: "memory-files", graph: this.graph, at, ...about };
  }
}

function* withJson(events: Iterable<MemoryEvent>): Generator<{ json: string }> {
  for (const event of events) yield { json: JSON.stringify(event) };
}

async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RefusedRequest && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}
