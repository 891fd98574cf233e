/** A scripted memory service, which answers as its documentation says. It is not the real one. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { answerJson, type ScriptedService, scriptedService } from "./scripted-service.ts";

export interface VendorRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly authorization: string | undefined;
}

export interface ScriptedVendor extends ScriptedService {
  readonly url: string;
  readonly requests: VendorRequest[];
  /** Answers the next request instead of the script. */
  once(answer: (response: ServerResponse) => void): void;
}

/**
 * @param script returns the answer to a request; if it returns undefined, the server answers 404
 */
export async function scriptedVendor(
  key: string,
  script: (request: VendorRequest, response: ServerResponse) => unknown,
): Promise<ScriptedVendor> {
  const requests: VendorRequest[] = [];
  const instead: ((response: ServerResponse) => void)[] = [];
  const service = await scriptedService({
    answer: (incoming, response, body) => {
      const request = requestOf(incoming, body);
      requests.push(request);
      const special = instead.shift();
      if (special !== undefined) return special(response);
      if (request.authorization !== key) return answerJson(response, 401, { detail: "no" });
      const value = script(request, response);
      return answerJson(response, value === undefined ? 404 : 200, value ?? {});
    },
  });
  const { MEMTRACE_URL: url } = service.env;
  return { ...service, url, requests, once: (answer) => instead.push(answer) };
}

function requestOf({ method, url, headers }: IncomingMessage, body: string): VendorRequest {
  const { pathname: path, searchParams: query } = new URL(`${url}`, "http://vendor");
  const { authorization } = headers;
  return { method: `${method}`, path, query, authorization, body: body ? JSON.parse(body) : {} };
}
