/** Sends requests to URLs that an organization entered, and to the DNS resolver. */
import type { Result } from "../../protocol/result.ts";

const SILENCE_MS = 10_000;
const MAX_ANSWER_BYTES = 512 * 1024;

/** The URL is not allowed, or its answer is unreadable. People see the message. */
export class ProviderFailure extends Error {}

export type ProviderFetch = (url: string, request?: RequestInit) => Promise<Response>;

/**
 * Sends requests only to allowed URLs, follows no redirects, and limits the size of answers.
 * @param check returns the normalized URL, or a sentence that says why it is not allowed
 * @throws ProviderFailure
 */
export function providerFetch(
  check: (url: string) => Result<string, string>,
  ask: (url: string, request: RequestInit) => Promise<Response>,
): ProviderFetch {
  return async (url, request = {}) => {
    const checked = check(url);
    if (!checked.ok) throw new ProviderFailure(`${url}: ${checked.fault}`);
    try {
      const signal = AbortSignal.timeout(SILENCE_MS);
      const answer = await ask(checked.value, { ...request, redirect: "manual", signal });
      return await bounded(url, answer);
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      throw new ProviderFailure(`${new URL(url).host} did not answer.`);
    }
  };
}

async function bounded(url: string, answer: Response): Promise<Response> {
  const { status, headers } = answer;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new ProviderFailure(
        `${new URL(url).host} answered more than ${MAX_ANSWER_BYTES} bytes.`,
      );
    }
    parts.push(part);
  }
  const body = bytes === 0 ? null : Buffer.concat(parts);
  return new Response(body, { status: status < 200 ? 502 : status, headers });
}
