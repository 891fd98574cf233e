import { DurableObject } from "cloudflare:workers";
import { openDatabases } from "./databases.ts";
import type { Bindings, WakeableWorker } from "./env.ts";
import { type Lane, laneOf, type WorkKind } from "./lanes.ts";

/**
 * Does the work of one kind of one project, so that nobody waits for the work of another project,
 * nor for its receivers and models. Its name is `kind:project`. It stores nothing: the database says
 * what is due, and whoever is lost with the object is found by the sweep.
 */
export class ProjectWorker extends DurableObject<Bindings> implements WakeableWorker {
  readonly #lane: Lane;

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    const { kind, project } = identityOf(state.id.name);
    this.#lane = laneOf(kind, env, openDatabases(env), project);
  }

  /** Begins what is due, and returns without waiting for its end. */
  async wake(graphs: readonly string[]): Promise<void> {
    await this.#lane.wake(graphs);
  }
}

/** The object's name, from authenticated parts only. */
export function projectWorkerName(kind: WorkKind, project: string): string {
  return `${kind}:${project}`;
}

function identityOf(name: string | undefined): { kind: WorkKind; project: string } {
  const [kind, project] = name?.split(":") ?? [];
  if (project !== undefined && (kind === "attribution" || kind === "jobs" || kind === "webhooks")) {
    return { kind, project };
  }
  throw new Error("a project's worker is reached by its name");
}
