/**
 * The product without the limit of requests per project. The local stand-in for the platform's
 * limiter writes a row per request, which the platform's own, a counter in memory, does not.
 */
import "./without-limits.ts";

export { default, GraphObject, ProjectWorker } from "../../../workers/app.ts";
