/**
 * Describes known memory systems and their usual errors. The agent must not use these texts as
 * evidence.
 */
const PRIORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    naiverag:
      "Naive RAG keeps messages as they are: a buffer collects them, and once it is full its text becomes one memory unit (a chunk). Nothing extracts facts, so a detail is rarely lost before it is stored, except where a chunk is cut or skipped. Retrieval finds the units most similar to the question by embeddings. The usual faults are a retrieval that misses the right chunk, and an answer that ignores what it read.",
    longcontext:
      "Long-Context keeps one memory unit that every message is appended to; each message makes its next version. When it grows over its window the oldest text is trimmed. Retrieval returns the whole latest version. If a detail is missing, the update that trimmed or rewrote it lost it. If it is still there, the answer ignored it.",
    mem0: "Mem0 has a model extract facts from each message (extract_facts: raw response, cleaned, list of facts), then decide for each fact whether to add a unit, update one, delete one, or do nothing (update_memory_decision). Details vanish when the extraction leaves them out or dates them wrongly, when an update overwrites a unit with less, or when a unit is deleted for an alleged contradiction. Retrieval is by embeddings, some units per question.",
    evermemos:
      "EverMemOS buffers messages until a boundary is detected, turns the buffer into a memory unit, and extracts an episode and an event log into further versions of that unit; the raw messages are dropped from the last version. Retrieval runs in rounds: keyword and embedding lists are merged, reranked, checked for sufficiency, perhaps searched again with other questions, and reranked finally. Extraction is mostly faithful. Check what reranking dropped, and the answer. A buffer that is reset after its text was passed on has lost nothing.",
  }),
);

const ALIASES: ReadonlyMap<string, string> = new Map([["rag", "naiverag"]]);

/** Returns the description of a memory system; undefined if the system is unknown. */
export function priorOf(system: string | undefined): string | undefined {
  const name = (system ?? "").toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return PRIORS.get(ALIASES.get(name) ?? name);
}
