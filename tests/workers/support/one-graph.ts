/**
 * A new graph in a new project for each test of a file, with access to its Durable Object and its
 * rows.
 */
import { env } from "cloudflare:workers";
import { beforeEach } from "vitest";
import { GraphRepository } from "../../../src/database/graphs/graph-repository.ts";
import type { LogEvent } from "../../../src/event-store/log/incoming-events.ts";
import { database } from "../../tenancy/support/browser.ts";
import { packedEvents } from "./packed-events.ts";
import { newProject, type OwnProject } from "./tenants.ts";
import { note } from "./traces.ts";

export const GRAPH = "g";

export function oneGraph() {
  let tenant: OwnProject;
  beforeEach(async () => {
    tenant = await newProject();
  });
  const project = () => tenant.project;
  const repository = () => new GraphRepository(database, project());
  return {
    project,
    repository,
    stub: () => env.GRAPHS.getByName(`${project()}:${GRAPH}`),
    packedIds: async () => (await packedEvents(repository(), GRAPH)).map(({ id }) => id),
    packRows: async () => {
      const query =
        "select sequence, length(body) as bytes from pack where project = ? order by sequence";
      const found = env.DB.prepare(query).bind(project());
      return (await found.all<{ sequence: number; bytes: number }>()).results;
    },
  };
}

export const logEvent = (id: string, value = id, opensCase = false): LogEvent => ({
  id,
  type: "variable",
  json: JSON.stringify(note(GRAPH, id, value)),
  opensCase,
});
