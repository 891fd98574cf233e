import * as z from "zod";
import { Label } from "../../../protocol/api/annotation/labels.ts";
import { idText } from "../../../protocol/bounded-inputs.ts";
import { labelCase as declaration } from "../../../protocol/routes/annotation/labels.ts";
import { setLabel } from "../../routes/labels/set-label.ts";
import { casePage } from "../pages.ts";
import { tool } from "../tool.ts";

const { access } = declaration;

export const labelCase = tool({
  name: "label_case",
  title: "Label a case",
  description:
    "CHANGES DATA, and needs a key with the scope label or write. States the real cause of a case. The label belongs to the key that calls, replaces the key's earlier label, and counts in figures of agreement. Label only what you verified, for example with trace_information.",
  access: access === "label" ? access : "write",
  isReadOnly: false,
  input: z.object({
    case: idText.describe("id of the case, from list_cases"),
    errorType: Label.shape.errorType,
    op: Label.shape.op.describe("id of the operation at fault; null if none is"),
    reason: Label.shape.reason,
    subKind: Label.shape.subKind,
    expected: Label.shape.expected,
    evidence: Label.shape.evidence,
  }),
  answer: async ({ case: id, ...label }, context) => {
    const { project, author, now } = context;
    const whole = Label.parse(label);
    const labelled = await context.changing({ action: "label.set", target: id, body: label }, () =>
      setLabel(project, id, author, whole, now()),
    );
    const { labelState, labelledBy, agreement } = labelled;
    return {
      facts: { case: id, labelState, labelledBy, agreesWithVerdict: agreement },
      page: casePage(context, id),
    };
  },
});
