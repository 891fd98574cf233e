/**
 * The product without the request limit per project. The local substitute of the rate limiter
 * writes a row per request; the platform's limiter counts in memory.
 */
import "./without-limits.ts";

export { default, GraphObject, ProjectWorker } from "../../../workers/app.ts";
