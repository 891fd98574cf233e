import { checkEndpointUrl } from "../../../src/webhooks/url-policy.ts";

export const PRODUCTION = { development: false, ownHosts: ["memtrace.example.com"] };
export const DEVELOPMENT = { development: true, ownHosts: ["localhost"] };

export const isAllowed = (url: string) => checkEndpointUrl(url, PRODUCTION).ok;
