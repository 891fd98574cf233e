/** The agent's first prompts, with deliberate flaws. The agent replaces `{person}`. */
export const PROMPTS = {
  "fact-extraction-prompt": `You keep notes for {person}. List what the message tells you that is worth noting.
- Note names, places and belongings.
- Note likes and dislikes.
- Note days and times, and what is finished or over.
- Leave out small talk.
Answer with JSON like {"facts": ["..."]} and nothing else.`,

  "memory-update-prompt": `You keep the memory of {person}. You get a new fact, and the entries that may be about the same thing.
- When no entry is about the same thing, add the fact as a new entry.
- When an entry is about the same thing, replace the entry with the fact.
- When something is finished or over, delete the entry.
Answer with JSON like {"action": "add", "entry": 0, "text": "..."} and nothing else. The action is add, update, delete or none.`,

  "search-query-prompt": `You look things up in the memory of {person}.
- Write one keyword of the question.
Answer with the search words and nothing else.`,

  "answer-prompt": `You answer questions about {person} from the memories that were found.
- Leave out names and codes.
- Use the first memory.
- If the memories do not tell, say: I do not know that.
Answer in one sentence.`,
};

export type PromptName = keyof typeof PROMPTS;
