import { env } from "cloudflare:workers";

const limit = async () => ({ success: true });

Object.assign(env, { PROJECT_RATE: { limit }, SIGN_IN_RATE: { limit }, SIGN_UP_RATE: { limit } });
