/** The actions that the audit log records. The part before the dot is the kind of the target. */

/** Actions on a project or on what it holds. Each is named by the declaration of a route. */
const PROJECT_ACTIONS = [
  "project.create",
  "project.update",
  "project.delete",
  "key.create",
  "key.revoke",
  "model.update",
  "model.remove",
  "model.test",
  "webhook.create",
  "webhook.update",
  "webhook.delete",
  "webhook.rotate_secret",
  "webhook.test",
  "delivery.replay",
  "channel.create",
  "channel.update",
  "channel.delete",
  "channel.test",
  "rule.create",
  "rule.update",
  "rule.delete",
  "rule.test",
  "redaction.update",
  "graph.export",
  "graph.examine",
  "graph.delete",
  "end_user.delete",
  "answer.dispute",
  "case.attribute",
  "case.correct",
  "label.set",
  "label.withdraw",
  "adjudication.set",
  "adjudication.withdraw",
  "comment.create",
  "comment.update",
  "comment.delete",
  "queue.create",
  "queue.update",
  "queue.delete",
  "queue.add_cases",
  "queue.skip_item",
  "queue.give_item",
  "benchmark.create",
  "benchmark.delete",
  "benchmark.add_cases",
  "benchmark.remove_case",
  "benchmark.freeze",
  "benchmark.create_version",
  "benchmark.export",
  "dataset.create",
  "dataset.delete",
  "dataset.add_items",
  "dataset.add_cases",
  "dataset.remove_item",
  "experiment.create",
  "experiment.finish",
  "experiment.delete",
  "finding.update",
  "finding.merge",
  "finding.separate",
  "report.create",
  "prompt.write",
  "prompt.serve",
  "prompt.delete",
  "proposal.start",
  "proposal.accept",
  "proposal.reject",
  "view.create",
  "view.update",
  "view.delete",
  "link.create",
  "link.revoke",
  "audit.export",
  "audit.set_retention",
] as const;

/** Actions of people on accounts and organizations, under `/api/auth`. */
const PEOPLE_ACTIONS = [
  "sign_in.succeed",
  "sign_in.fail",
  "sign_in.end",
  "sign_in.end_others",
  "account.update",
  "account.change_password",
  "account.reset_password",
  "account.ask_new_address",
  "account.confirm_address",
  "organization.create",
  "organization.update",
  "organization.hand_over",
  "member.change_role",
  "member.set_project_role",
  "member.remove",
  "member.leave",
  "invitation.send",
  "invitation.accept",
  "invitation.reject",
  "invitation.cancel",
] as const;

export const AUDIT_ACTIONS = [...PROJECT_ACTIONS, ...PEOPLE_ACTIONS] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * What the audit log records about an operation. `shown` names the fields of the body whose values
 * the log shows: settings and ids, never secrets and never texts of traces. Of other fields, it shows
 * only the names.
 */
export type Audit =
  | AuditAction
  | { readonly action: AuditAction; readonly shown: readonly string[] }
  /** An operation that the log leaves out, with the reason. Only for telemetry. */
  | { readonly skipped: string };
