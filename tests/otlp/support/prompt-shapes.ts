/** Different forms in which agents put memories and messages into prompts. */
import type { AgentStep, Said, Turn } from "./memory-agent.ts";

type Reshape = (system: string, user: string) => readonly Said[];

const said = (role: Said["role"], content: string): Said => ({ role, content });
const memoriesIn = (system: string) =>
  (system.split("Memories:\n")[1] ?? "").split("\n").map((line) => line.slice(2));

/** Changes only the answering prompts. */
const answering =
  (reshape: (memories: readonly string[], question: string) => readonly Said[]): Reshape =>
  (system, user) =>
    system.includes("Memories:")
      ? reshape(memoriesIn(system), user)
      : [said("system", system), said("user", user)];

export const PROMPT_SHAPES: Readonly<Record<string, Reshape>> = {
  "in elements": answering((memories, question) => [
    said("system", memories.map((text) => `  <memory>${text}</memory>`).join("\n")),
    said("user", question),
  ]),
  "beside the question": answering((memories, question) => [
    said(
      "user",
      `Context:\n${memories.map((text, i) => `${i + 1}. ${text}`).join("\n")}\n\nQuestion: ${question}`,
    ),
  ]),
  "in one sentence": answering((memories, question) => [
    said("system", `You know this: ${memories.join("; ")}.`),
    said("user", question),
  ]),
  "as JSON": answering((memories, question) => [
    said("system", `Memories: ${JSON.stringify(memories)}`),
    said("user", question),
  ]),
  "with days and scores": answering((memories, question) => [
    said(
      "system",
      memories.map((text, i) => `- [2026-05-0${i + 1}] ${text} (score: 0.8${i})`).join("\n"),
    ),
    said("user", question),
  ]),
  "after other turns": answering((memories, question) => [
    said("system", memories.map((text) => `- ${text}`).join("\n")),
    said("user", "Hello there, how are you doing?"),
    said("assistant", "I am fine, thank you. What do you need?"),
    said("user", question),
  ]),
  "as a transcript": (system, user) => [
    said("system", system),
    said("user", `Input:\nuser: ${user}`),
  ],
};

export function reshaped(turn: Turn, reshape: Reshape): Turn {
  const steps = turn.steps.map((step): AgentStep => {
    if (step.kind !== "model") return step;
    const [system, user] = step.prompt.map(({ content }) => content);
    return { ...step, prompt: reshape(system ?? "", user ?? "") };
  });
  return { ...turn, steps };
}
