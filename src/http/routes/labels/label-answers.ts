import type { Context } from "hono";
import type { LabelFault } from "../../../database/annotation/label-repository.ts";
import type { LabelRow } from "../../../protocol/api/annotation/labels.ts";
import { MAX_LABEL_ROWS } from "../../../protocol/limits.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";

/** Each person and each key is a separate author of labels. */
export function authorOf(c: Context<HttpEnv>): string {
  const { kind, id } = c.get("principal");
  return `${kind}:${id}`;
}

export function refusedLabel(fault: LabelFault): ApiError {
  if (fault.kind === "unknown_case") return notFound("case");
  if (fault.kind === "too_many_rows") {
    const remedy = "The existing labels do not change.";
    return atLimit(MAX_LABEL_ROWS, "changes of labels of one case", remedy);
  }
  return new ApiError("conflict", outdated(fault));
}

function outdated({ case: id, newest, seen, news }: LabelFault & { kind: "outdated" }): string {
  const told = news.map(sentenceOf);
  const rest = newest - seen - told.length;
  if (rest > 0) told.unshift(`${rest} other changes were made before these.`);
  if (news.length === 0) told.push(`seen: the newest row of this case is ${newest}, not ${seen}.`);
  return `Nothing was changed. ${told.join(" ")} Read \`/v1/cases/${id}/labels\`, then send the request again with \`seen\` ${newest}.`;
}

function sentenceOf({ author, label, isAdjudication }: LabelRow): string {
  const who = author.isYou ? "You" : author.name;
  if (label === null) return `${who} withdrew ${isAdjudication ? "the adjudication" : "a label"}.`;
  const verb = isAdjudication ? "adjudicated" : "labelled";
  return `${who} ${verb} the case since: ${label.errorType} at ${label.op ?? "no operation"}.`;
}
