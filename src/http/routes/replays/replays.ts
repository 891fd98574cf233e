import { router } from "../../route.ts";
import { addReplay } from "./add-replay.ts";
import { listReplays } from "./list-replays.ts";
import { showReplay } from "./show-replay.ts";
import { showReplayPlan } from "./show-replay-plan.ts";
import { writeCorrection } from "./write-correction.ts";

export const replays = router()
  .route("/", showReplayPlan)
  .route("/", addReplay)
  .route("/", writeCorrection)
  .route("/", listReplays)
  .route("/", showReplay);
