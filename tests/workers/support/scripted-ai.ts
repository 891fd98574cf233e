/**
 * Source of a worker that replaces Workers AI, which has no local runtime. The worker never finds
 * an answer, says that it is ready, and gives all colours the same vector.
 */
export const SCRIPTED_AI = `
import { WorkerEntrypoint } from "cloudflare:workers";

export class ScriptedAi extends WorkerEntrypoint {
  run(model, { messages, text }) {
    if (text) return { data: text.map((t) => (/blue|azure|colour/i.test(t) ? [1, 0.125] : [0.125, 1])) };
    const isTest = messages.length === 1;
    const response = isTest ? "ready" : JSON.stringify({ answer: "", quotes: [] });
    return { response, usage: { prompt_tokens: 200, completion_tokens: 10 } };
  }
}

export default { fetch: () => new Response(null, { status: 404 }) };
`;
