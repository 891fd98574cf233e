import { buildAssets, buildMissing } from "../../src/local/build.ts";

/** Before the suites: the UI as its sources are now, so that no stale build is tried. */
export async function setup(): Promise<void> {
  await buildMissing();
  await buildAssets();
}
