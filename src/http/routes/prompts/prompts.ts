import { router } from "../../route.ts";
import { deletePrompt } from "./delete-prompt.ts";
import { listPrompts } from "./list-prompts.ts";
import { listPromptsBehind } from "./list-prompts-behind.ts";
import { listServedPrompts } from "./list-served-prompts.ts";
import { setServing } from "./set-serving.ts";
import { showPrompt } from "./show-prompt.ts";
import { showVersion } from "./show-version.ts";
import { writePrompt } from "./write-prompt.ts";

export const prompts = router()
  .route("/", listPrompts)
  .route("/", writePrompt)
  .route("/", showPrompt)
  .route("/", deletePrompt)
  .route("/", showVersion)
  .route("/", setServing)
  .route("/", listPromptsBehind)
  .route("/", listServedPrompts);
