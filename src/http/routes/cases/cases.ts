import { router } from "../../route.ts";
import { attributeCase } from "./attribute-case.ts";
import { countCases } from "./count-cases.ts";
import { disputeAnswer } from "./dispute-answer.ts";
import { listAnnotationErrors } from "./list-annotation-errors.ts";
import { listAnswers } from "./list-answers.ts";
import { listCases } from "./list-cases.ts";
import { listSimilarCases } from "./list-similar-cases.ts";
import { openCase } from "./open-case.ts";
import { showCase } from "./show-case.ts";
import { showTranscript } from "./show-transcript.ts";

export const cases = router()
  .route("/", openCase)
  .route("/", listCases)
  .route("/", countCases)
  .route("/", listAnswers)
  .route("/", listAnnotationErrors)
  .route("/", disputeAnswer)
  .route("/", showCase)
  .route("/", attributeCase)
  .route("/", listSimilarCases)
  .route("/", showTranscript);
