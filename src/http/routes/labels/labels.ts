import { router } from "../../route.ts";
import { adjudicateCase } from "./adjudicate-case.ts";
import { decideAnswer } from "./decide-answer.ts";
import { labelCase } from "./label-case.ts";
import { listAnswerDecisions } from "./list-answer-decisions.ts";
import { listDisagreements } from "./list-disagreements.ts";
import { listLabelAuthors } from "./list-label-authors.ts";
import { listLabels } from "./list-labels.ts";
import { showAgreement } from "./show-agreement.ts";
import { unlabelCase } from "./unlabel-case.ts";
import { withdrawAdjudication } from "./withdraw-adjudication.ts";

export const labels = router()
  .route("/", labelCase)
  .route("/", unlabelCase)
  .route("/", listLabels)
  .route("/", decideAnswer)
  .route("/", listAnswerDecisions)
  .route("/", adjudicateCase)
  .route("/", withdrawAdjudication)
  .route("/", showAgreement)
  .route("/", listLabelAuthors)
  .route("/", listDisagreements);
