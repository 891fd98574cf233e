import { router } from "../../route.ts";
import { attributeCase } from "./attribute-case.ts";
import { labelCase } from "./label-case.ts";
import { listCases } from "./list-cases.ts";
import { listSimilarCases } from "./list-similar-cases.ts";
import { openCase } from "./open-case.ts";
import { showCase } from "./show-case.ts";
import { showTranscript } from "./show-transcript.ts";
import { unlabelCase } from "./unlabel-case.ts";

export const cases = router()
  .route("/", openCase)
  .route("/", listCases)
  .route("/", showCase)
  .route("/", attributeCase)
  .route("/", labelCase)
  .route("/", unlabelCase)
  .route("/", listSimilarCases)
  .route("/", showTranscript);
