/** Looks up TXT records over HTTPS, in the JSON format of Cloudflare's and Google's resolvers. */
import * as z from "zod";
import { failure, type Result, success } from "../../protocol/result.ts";
import { ProviderFailure, type ProviderFetch } from "./provider-fetch.ts";

const TXT = 16;
/** DNS status codes: 0 means that the name exists, 3 that it does not. All others are failures. */
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

const Answer = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).default([]),
});

/** If the records cannot be read, returns a failure with a sentence that people can read. */
export async function txtRecords(
  resolver: string,
  ask: ProviderFetch,
  name: string,
): Promise<Result<string[], string>> {
  const url = new URL(resolver);
  url.searchParams.set("name", name);
  url.searchParams.set("type", "TXT");
  try {
    const answer = await ask(url.href, { headers: { accept: "application/dns-json" } });
    if (!answer.ok) return failure(`The DNS resolver answered ${answer.status}.`);
    const parsed = Answer.safeParse(await answer.json());
    if (!parsed.success) return failure("The DNS resolver's answer could not be read.");
    const { Status, Answer: records } = parsed.data;
    if (Status !== NO_ERROR && Status !== NO_SUCH_NAME) {
      return failure(`The DNS resolver answered with the error ${Status}.`);
    }
    return success(records.filter(({ type }) => type === TXT).map(({ data }) => textOf(data)));
  } catch (error) {
    if (error instanceof ProviderFailure) return failure(error.message);
    return failure("The DNS resolver's answer could not be read.");
  }
}

/** DNS splits a long record into several quoted strings. This joins them again. */
function textOf(data: string): string {
  const strings = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)];
  if (strings.length === 0) return data;
  return strings.map(([, text = ""]) => text.replace(/\\(.)/g, "$1")).join("");
}
