import { buildOutdated } from "../../../src/local/build/build.ts";

/** Before the suites: the UI as its sources are now, so that no stale build is tried. */
export const setup = buildOutdated;
