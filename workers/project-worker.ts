import { DurableObject } from "cloudflare:workers";
import { openDatabases } from "./databases.ts";
import type { Bindings, WakeableWorker } from "./env.ts";
import { type Lane, laneOf, type WorkKind } from "./lanes.ts";
import type { Wake } from "./messages.ts";
import { WakeCauses } from "./operation/cause.ts";

const KINDS: readonly WorkKind[] = ["attribution", "jobs", "webhooks", "mail"];

/**
 * The Durable Object that does one kind of work for one project, named `kind:project`. So no
 * project waits for another project's work, receivers or models. It stores nothing: the database
 * lists the due work, and the sweep finds work that was lost.
 */
export class ProjectWorker extends DurableObject<Bindings> implements WakeableWorker {
  readonly #causes = new WakeCauses();
  readonly #lane: Lane;

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    const { kind, project } = identityOf(state.id.name);
    this.#lane = laneOf(kind, {
      ...{ env, databases: openDatabases(env), project, causes: this.#causes },
    });
  }

  /** Starts the due work without waiting for its end. */
  async wake(wakes: readonly Wake[]): Promise<void> {
    this.#causes.note(wakes);
    await this.#lane.wake(wakes.flatMap(({ graph }) => graph ?? []));
  }
}

/**
 * The project comes from a message that the service sent after authentication. So no client can
 * wake the worker of another project.
 */
export function projectWorkerName(kind: WorkKind, project: string): string {
  return `${kind}:${project}`;
}

function identityOf(name: string | undefined): { kind: WorkKind; project: string } {
  const [kind, project] = name?.split(":") ?? [];
  const known = KINDS.find((each) => each === kind);
  if (project !== undefined && known !== undefined) return { kind: known, project };
  throw new Error("a project's worker is reached by its name");
}
