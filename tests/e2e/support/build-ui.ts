import { buildOutdated } from "../../../src/local/build/build.ts";

/**
 * Builds the UI from the current sources before the suites, so that they never test a stale build.
 */
export const setup = buildOutdated;
