import { router } from "../../route.ts";
import { bounds } from "./bounds.ts";
import { listFacts } from "./list-facts.ts";
import { showHealth } from "./show-health.ts";

export const health = router().route("/", showHealth).route("/", listFacts).route("/", bounds);
