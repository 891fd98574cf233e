/**
 * A scripted server for the parts of Zep's API that the tests use. Every message becomes a fact,
 * unless a fault prevents it.
 */
import { KEY, MOVED } from "./conversation.ts";
import { type ScriptedService, startScriptedService } from "./scripted-service.ts";

export type ZepFault = "not extracted" | "invalidated" | "not found" | "none";

interface Fact {
  readonly uuid: string;
  fact: string;
  readonly episodes: readonly string[];
  invalid_at?: string;
}

export async function startScriptedZep(fault: ZepFault): Promise<ScriptedService> {
  const facts: Fact[] = [];
  const learn = (fact: string, episode: string) => {
    const uuid = `fact-${facts.length + 1}`;
    facts.push({ uuid, fact, episodes: [episode] });
  };
  const shown = (found: readonly Fact[]) =>
    found.map((fact) => ({
      ...fact,
      created_at: "2026-05-01T00:00:00Z",
      name: "TOLD",
      source_node_uuid: "node-1",
      target_node_uuid: "node-2",
    }));
  let episodes = 0;
  return startScriptedService(({ method, path, body }) => {
    if (method === "POST" && /^\/threads\/[^/]+\/messages$/.test(path)) {
      const uuids = body.messages.map(({ content }: { content: string }) => {
        const uuid = `episode-${++episodes}`;
        if (!(fault === "not extracted" && KEY.test(content)))
          learn(content.replace("By the way, the", "The").replace("My", "The user's"), uuid);
        return uuid;
      });
      return { message_uuids: uuids };
    }
    if (path.endsWith("/context")) {
      const context = facts.filter(({ fact }) => fault !== "not found" || !KEY.test(fact));
      return { context: ["FACTS", ...context.map(({ fact }) => `- ${fact}`)].join("\n") };
    }
    const edge = facts.find(({ uuid }) => path === `/graph/edge/${uuid}`);
    if (method === "PATCH" && edge) {
      edge.fact = body.fact;
      return shown([edge])[0];
    }
    if (path.startsWith("/graph/edge/user/")) {
      const answer = shown(facts);
      // Zep itself sometimes marks a fact as outdated.
      const key = facts.find(({ fact }) => KEY.test(fact));
      if (fault === "invalidated" && key && !key.invalid_at) {
        key.invalid_at = "2026-05-02T00:00:00Z";
        learn(MOVED, "episode-3");
      }
      return answer;
    }
    if (method === "DELETE" && path.startsWith("/graph/edge/")) {
      const at = facts.findIndex(({ uuid }) => path.endsWith(`/${uuid}`));
      return at < 0 ? undefined : { message: facts.splice(at, 1)[0]?.uuid };
    }
    if (path === "/graph/search")
      return {
        edges: shown(
          facts.filter(
            ({ fact, invalid_at: until }) => !until && !(fault === "not found" && KEY.test(fact)),
          ),
        ),
      };
    return undefined;
  });
}
