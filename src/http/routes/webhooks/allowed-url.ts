import { checkEndpointUrl } from "../../../webhooks/url-policy.ts";
import type { Services } from "../../context.ts";
import { ApiError } from "../../errors.ts";

export function allowedUrl(url: string, services: Services): string {
  const verdict = checkEndpointUrl(url, services.urlPolicy);
  if (!verdict.ok) throw new ApiError("url_not_allowed", `url: ${verdict.fault}`);
  return verdict.value;
}
