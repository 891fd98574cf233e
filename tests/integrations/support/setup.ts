/** Starts one service for all integration tests. The built SDK sends traces to it over HTTP. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildOutdated } from "../../../src/local/build/build.ts";
import { ApiClient } from "../../../src/local/client/api-client.ts";
import { freePort, startService } from "../../../src/local/service.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly service: { readonly url: string; readonly key: string; readonly adminKey: string };
  }
}

const FIRST_PORT = 8950;
const PERSON = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

/**
 * Provides `inject("service")`: the address, a key with the scopes ingest, read and write, and a
 * key that may also delete.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildOutdated();
  const state = await mkdtemp(join(tmpdir(), "memtrace-integrations-"));
  const service = await startService({ state, port: await freePort(FIRST_PORT), watch: false });
  const api = new ApiClient(service.url);
  await api.signUp(PERSON);
  await api.createProject(await api.createOrganization("Acme", "acme"), "Integrations");
  const { key } = await api.createKey("Integrations", ["ingest", "read", "write"]);
  const admin = await api.createKey("Deletions", ["ingest", "read", "admin"]);
  project.provide("service", { url: service.url, key, adminKey: admin.key });
  return async () => {
    await service.stop();
    await rm(state, { recursive: true, force: true });
  };
}
