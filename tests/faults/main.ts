/** `npm run faults`: what is left after the runtime was killed; each in a file of its own. */
import { measure } from "../bench/command.ts";

await measure("faults", {});
