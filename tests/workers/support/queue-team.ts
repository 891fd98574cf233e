/** A project with people in several roles and one attributed case, for tests of queues. */
import { eq } from "drizzle-orm";
import { user } from "../../../src/database/schema/identity.ts";
import { failedCase } from "../../../src/database/schema/project.ts";
import type { CreateQueue, Queue } from "../../../src/protocol/api/annotation/queues.ts";
import type { Input } from "../../../src/protocol/routes/client.ts";
import { database, joinAs, type Person } from "../../tenancy/support/browser.ts";
import { attributedCase } from "./attributed-case.ts";
import { clientAs, clientOf, newTenant, type Tenant } from "./tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "./traces.ts";

export type Api = ReturnType<typeof clientOf>;
type CaseRow = typeof failedCase.$inferInsert;

export interface QueueTeam {
  readonly tenant: Tenant;
  /** Ada owns the project, Bo and Cy are members, Vi may only read. */
  readonly people: { readonly [Name in "ada" | "bo" | "cy" | "vi"]: Person };
  readonly as: { readonly [Name in "ada" | "bo" | "cy" | "vi" | "key"]: Api };
  /** A case with an attribution, and its graph. */
  readonly attributed: { readonly id: string; readonly graph: string };
  /** Stores further cases of the graph. The first one is the newest. */
  readonly storeCases: (count: number, over?: Partial<CaseRow>) => Promise<string[]>;
  readonly create: (over?: Partial<Input<"POST /queues">["body"]>) => Promise<Queue>;
  /** Returns the reason why the queue is not created. */
  readonly refused: (body: Partial<CreateQueue>, api?: Api) => Promise<string>;
  readonly shown: (id: string, api?: Api) => Promise<Queue>;
  readonly casesOf: (id: string) => Promise<string[]>;
}

export async function newQueueTeam(): Promise<QueueTeam> {
  const tenant = await newTenant();
  const join = async (role: string, name: string) => {
    const person = await joinAs(role, tenant.owner, tenant.organization);
    await database.update(user).set({ name }).where(eq(user.id, person.id));
    return person;
  };
  const [ada, bo, cy] = [tenant.owner, await join("member", "Bo"), await join("member", "Cy")];
  const people = { ada, bo, cy, vi: await join("viewer", "Vi") };
  const client = (person: Person) => clientAs(person, tenant.project);
  const as = {
    ...{ ada: client(people.ada), bo: client(people.bo), cy: client(people.cy) },
    ...{ vi: client(people.vi), key: clientOf(tenant.key) },
  };
  const graph = `graph-${crypto.randomUUID()}`;
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  const { id } = await attributedCase(as.key, graph);
  const weekly = { name: "Weekly", people: [people.bo.id] };
  return {
    ...{ tenant, people, as, attributed: { id, graph } },
    storeCases: (count, over = {}) => storeCases(tenant.project, graph, count, over),
    create: (over = {}) =>
      as.ada("POST /queues", { body: { ...weekly, cases: { graph }, ...over } }),
    refused: (body, api = as.ada) =>
      refusal(api.response("POST /queues", { body: { ...weekly, cases: {}, ...body } })),
    shown: (queue, api = as.ada) => api("GET /queues/{queue}", { params: { queue } }),
    casesOf: async (queue) => {
      const { items } = await as.vi("GET /queues/{queue}/items", { params: { queue } });
      return items.map((item) => item.case);
    },
  };
}

async function storeCases(project: string, graph: string, count: number, over: Partial<CaseRow>) {
  const rows = Array.from(
    { length: count },
    (_, index): CaseRow => ({
      ...{ id: `case_${crypto.randomUUID()}`, project, graph, origin: "api" },
      ...{ query: `Question ${index}?`, expected: [], prediction: "?", evidence: [] },
      ...{ occurredAt: 1_000_000 - index, createdAt: 0, state: "done", stateAt: 0 },
      ...{ outcome: "attributed", errorType: "UpdateError", confidence: 0.9, ...over },
    }),
  );
  for (let start = 0; start < rows.length; start += 4)
    await database.insert(failedCase).values(rows.slice(start, start + 4));
  return rows.map(({ id }) => id);
}

export async function refusal(answer: Promise<Response>): Promise<string> {
  const read = await answer;
  const { error } = await read.json<{ error: { code: string; message: string } }>();
  return `${read.status} ${error.message}`;
}

export const labelCase = (id: string, api: Api) =>
  api("PUT /cases/{case}/label", {
    ...{ params: { case: id }, body: { errorType: "UpdateError", op: null } },
  });
