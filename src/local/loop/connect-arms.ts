/**
 * Makes a project for each run of the loop, and an API key for it. A script answers in place of the
 * models.
 */
import { ApiClient } from "../client/api-client.ts";
import type { ArmTask, ArmTools } from "./arm.ts";
import { LoopClient } from "./loop-client.ts";
import type { ScriptedServer, Usage } from "./scripted-server.ts";

const PERSON = { name: "Demo", email: "demo@memtrace.example", password: "see-what-was-lost" };

/**
 * The SDK must load the prompts of the new project within this many milliseconds. The service has
 * no other work at this time, so this is enough.
 */
const READY_MS = 30_000;

interface Arm {
  readonly task: ArmTask;
  readonly tools: ArmTools;
  /** Returns the agent's calls and tokens so far. */
  usage(): Usage;
}

/** Imports the SDK dynamically, because its package does not exist before the build. */
export async function connectArms(
  url: string,
  server: ScriptedServer,
  tasks: readonly ArmTask[],
): Promise<Arm[]> {
  const { MemTrace } = await import("@memtrace/sdk/prompts");
  const api = new ApiClient(url);
  await api.signUp(PERSON);
  const organization = await api.createOrganization("Demo", "demo");
  const silent = new MemTrace({ apiKey: "", onError: () => undefined });
  const arms: Arm[] = [];
  for (const task of tasks) {
    const name = `seed ${task.seed}, ${task.attribution}`;
    const project = await api.createProject(organization, name);
    const { key } = await api.createKey("Loop", ["ingest", "read", "write", "admin"]);
    const client = new LoopClient(url, key);
    const model = { url: server.url, model: "scripted", key: project.id };
    const connect = async () => {
      const memtrace = new MemTrace({ url, apiKey: key });
      await memtrace.promptsReady({ timeoutMs: READY_MS });
      return memtrace;
    };
    arms.push({
      task,
      tools: { client, connect, silent, model, project: { url, apiKey: key } },
      usage: () => server.usage(project.id),
    });
  }
  return arms;
}
