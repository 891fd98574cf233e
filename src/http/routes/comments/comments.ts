import { router } from "../../route.ts";
import { caseComments } from "./case-comments.ts";
import { changeComment } from "./change-comment.ts";
import { findingComments } from "./finding-comments.ts";
import { mentions } from "./mentions.ts";

export const comments = router()
  .route("/", caseComments)
  .route("/", findingComments)
  .route("/", changeComment)
  .route("/", mentions);
