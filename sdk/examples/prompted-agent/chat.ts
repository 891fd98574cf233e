/**
 * Calls a model over an OpenAI-compatible API. The prompt becomes the system message, the input a
 * user message.
 */

export interface ChatModel {
  /** Base URL, such as `https://api.openai.com/v1`. */
  url: string;
  model: string;
  key: string;
}

export async function ask({ url, model, key }: ChatModel, prompt: string, data: string) {
  const response = await fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      model,
      temperature: 0,
      messages: [
        { role: "system", content: prompt },
        { role: "user", content: data },
      ],
    }),
  });
  if (!response.ok) throw new Error(`The model answered with ${response.status}.`);
  const { choices }: Completion = await response.json();
  return choices[0]?.message.content ?? "";
}

interface Completion {
  choices: { message: { content: string | null } }[];
}
