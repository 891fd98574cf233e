/**
 * Writes the audit log. A change and its audit entry are usually in different transactions. So
 * `begin` announces the change before the service makes it, and `end` records the change
 * afterwards. If a Worker dies between the two, `recordInterrupted` records the announced change.
 */
import { eq, lt, type SQL, sql } from "drizzle-orm";
import type { AuditChange } from "../../protocol/api/teams/audit.ts";
import type { AuditAction } from "../../protocol/api/teams/audit-actions.ts";
import type { Database } from "../database.ts";
import { delivery } from "../schema/project.ts";
import { auditEntry, auditPending } from "../schema/teams/audit.ts";

/** Who makes a change, what they change, and where the request came from. */
export interface AuditIntent {
  /** Random id of one attempt to make the change. */
  readonly attempt: string;
  readonly at: number;
  readonly action: AuditAction;
  /** Determines which organizations get an entry in their audit log. */
  readonly owner: AuditOwner;
  /** Id of the person who signed in or created the API key. */
  readonly person: string | null;
  readonly key: { readonly id: string; readonly name: string } | null;
  readonly signIn: string | null;
  readonly target: string | null;
  readonly changes: readonly AuditChange[];
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
}

export type AuditOwner =
  | { readonly project: string }
  /** This organization gets the entry if the person is a member of it. */
  | { readonly organization: string; readonly member: string }
  /**
   * This organization gets the entry, because its identity provider or directory makes the change.
   */
  | { readonly directoryOf: string }
  /** The organization that sent this invitation gets the entry. */
  | { readonly invitation: string }
  /** Every organization of this person gets the entry. */
  | { readonly member: string }
  /**
   * Every organization of the person with this address gets the entry. If no account has the
   * address, no organization gets it.
   */
  | { readonly email: string };

export interface AuditEnd {
  readonly outcome: "done" | "unknown";
  /**
   * Id of the changed object, if the intent could not name it, for example because the change
   * created the object. Ignored if the intent has a target.
   */
  readonly target?: string | undefined;
  readonly project?: string | undefined;
  readonly changes?: readonly AuditChange[] | undefined;
}

/**
 * If an announced change is not recorded after this time, `recordInterrupted` assumes that the
 * Worker died.
 */
const DEAD_AFTER_MS = 15 * 60_000;

export class AuditRecorder {
  readonly #database: Database;
  readonly #publicUrl: string;

  /** @param publicUrl base URL of the UI, to which webhooks link */
  constructor(database: Database, publicUrl: string) {
    this.#database = database;
    this.#publicUrl = publicUrl;
  }

  /** Announces a change. If this call fails, do not make the change: the log would not show it. */
  async begin(intent: AuditIntent): Promise<void> {
    await this.#announce(intent);
  }

  /**
   * Records the announced change and stores its webhook deliveries, in one transaction. A second
   * call for the same attempt changes nothing.
   * @returns the ids of the projects with new deliveries, which the caller must wake
   */
  async end(attempt: string, end: AuditEnd, now: number): Promise<string[]> {
    const [, queued] = await this.#database.batch(this.#moving(attempt, end, now));
    return projectsOf(queued);
  }

  /**
   * Deletes the announcement of a refused change, so that `recordInterrupted` does not record it.
   */
  async drop(attempt: string): Promise<void> {
    await this.#database.delete(auditPending).where(eq(auditPending.attempt, attempt));
  }

  /**
   * Announces and records a change in one transaction. Use this if the change is already made, or
   * if the action changes no data.
   */
  async record(intent: AuditIntent, now: number): Promise<string[]> {
    const [, , queued] = await this.#database.batch([
      this.#announce(intent),
      ...this.#moving(intent.attempt, { outcome: "done" }, now),
    ]);
    return projectsOf(queued);
  }

  /**
   * Records changes whose Workers died before `end`. Their outcome is `unknown`.
   * @returns the ids of the projects with new deliveries, which the caller must wake
   */
  async recordInterrupted(now: number, limit: number): Promise<string[]> {
    const dead = await this.#database
      .selectDistinct({ attempt: auditPending.attempt })
      .from(auditPending)
      .where(lt(auditPending.at, now - DEAD_AFTER_MS))
      .limit(limit);
    const projects = new Set<string>();
    for (const { attempt } of dead) {
      for (const project of await this.end(attempt, { outcome: "unknown" }, now)) {
        projects.add(project);
      }
    }
    return [...projects];
  }

  #announce({ owner, person, key, ...intent }: AuditIntent) {
    const project = "project" in owner ? owner.project : null;
    const ofPerson = (column: string) =>
      sql`(select ${sql.raw(column)} from user where id = owned.person)`;
    return this.#database.insert(auditPending).select(sql`
      select 'aud_' || lower(hex(randomblob(12))), owned.organization, ${project}, ${intent.at},
        ${intent.action}, ${intent.target}, owned.person, ${ofPerson("name")}, ${ofPerson("email")},
        ${key?.id ?? null}, ${key?.name ?? null}, ${intent.signIn}, ${intent.address},
        ${intent.userAgent}, ${intent.requestId}, ${JSON.stringify(intent.changes)}, ${intent.attempt}
      from (${ownersOf(owner, person)}) owned where true
      on conflict do nothing`);
  }

  #moving(attempt: string, { outcome, target, project, changes }: AuditEnd, now: number) {
    const isMeant = eq(auditPending.attempt, attempt);
    const given = changes === undefined ? null : JSON.stringify(changes);
    const record = this.#database
      .insert(auditEntry)
      .select(sql`
        select id, organization, coalesce(project, ${project ?? null}), at, action,
          coalesce(target, ${target ?? null}), person, person_name, person_email, key, key_name,
          sign_in, address, user_agent, request_id, coalesce(${given}, changes), ${outcome}
        from audit_pending where attempt = ${attempt}`)
      .onConflictDoNothing();
    const ids = this.#database.select({ id: auditPending.id }).from(auditPending).where(isMeant);
    const queue = this.#database
      .insert(delivery)
      .select(sql`
        select 'msg_' || lower(hex(randomblob(15))), endpoint.project, endpoint.id, 'audit.recorded', null,
          json_object('type', 'audit.recorded', 'timestamp', ${isoTime("entry.at")},
            'data', json_set(${ENTRY_AS_JSON}, '$.url',
              ${new URL("/p/", this.#publicUrl).href} || endpoint.project || '/audit')),
          'queued', '[]', 0, 0, ${now}, ${now}
        from audit_entry entry
        join project on project.organization = entry.organization
        join endpoint on endpoint.project = project.id and endpoint.state = 'enabled'
        where entry.id in ${ids} and exists (
          select 1 from json_each(endpoint.events) where value = 'audit.recorded')`)
      .returning({ project: delivery.project });
    return [record, queue, this.#database.delete(auditPending).where(isMeant)] as const;
  }
}

const projectsOf = (queued: readonly { readonly project: string }[]): string[] => [
  ...new Set(queued.map(({ project }) => project)),
];

/** SQL for the organizations that get an entry, each with the person who acted. */
function ownersOf(owner: AuditOwner, person: string | null): SQL {
  if ("project" in owner) {
    return sql`select organization, ${person} as person from project where id = ${owner.project}`;
  }
  if ("directoryOf" in owner) {
    return sql`select id as organization, ${person} as person from organization
      where id = ${owner.directoryOf}`;
  }
  if ("invitation" in owner) {
    return sql`select organization_id as organization, ${person} as person from invitation
      where id = ${owner.invitation}`;
  }
  if ("email" in owner) {
    return sql`select organization_id as organization, user_id as person from member
      where user_id = (select id from user where email = ${owner.email})`;
  }
  const one =
    "organization" in owner ? sql` and organization_id = ${owner.organization}` : sql.empty();
  return sql`select organization_id as organization, ${person} as person from member
    where user_id = ${owner.member}${one}`;
}

const isoTime = (column: string): SQL =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.raw(column)} / 1000.0, 'unixepoch')`;

const ENTRY_AS_JSON = sql`json_object(
  'id', entry.id, 'at', ${isoTime("entry.at")}, 'action', entry.action, 'outcome', entry.outcome,
  'project', entry.project, 'target', entry.target,
  'person', iif(entry.person is null, null, json_object(
    'id', entry.person, 'name', entry.person_name, 'email', entry.person_email)),
  'key', iif(entry.key is null, null, json_object('id', entry.key, 'name', entry.key_name)),
  'signIn', entry.sign_in, 'address', entry.address, 'userAgent', entry.user_agent,
  'requestId', entry.request_id, 'changes', json(entry.changes))`;
