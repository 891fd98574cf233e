import { and, eq, sql } from "drizzle-orm";
import type { LabelAuthor } from "../../protocol/api/annotation/labels.ts";
import type { Database } from "../database.ts";
import { member, user } from "../schema/identity.ts";
import { apiKey, project as projectTable } from "../schema/project.ts";

const NAMES = {
  person: "former member",
  key: "deleted key",
  import: "imported file",
  unknown: "unknown",
} as const;

/**
 * Returns a function that maps an author's id to the author's name. People who left the
 * organization are named "former member".
 * @param you the author who makes the request
 */
export async function labelAuthors(
  database: Database,
  project: string,
  ids: Iterable<string>,
  you: string,
): Promise<(id: string) => LabelAuthor> {
  const wanted = JSON.stringify([...new Set(ids)]);
  const isWanted = (kind: string, id: typeof user.id | typeof apiKey.id) =>
    sql`${kind} || ':' || ${id} in (select value from json_each(${wanted}))`;
  const [people, keys] = await database.batch([
    database
      .select({ id: user.id, name: user.name })
      .from(projectTable)
      .innerJoin(member, eq(member.organizationId, projectTable.organization))
      .innerJoin(user, eq(user.id, member.userId))
      .where(and(eq(projectTable.id, project), isWanted("person", user.id))),
    database
      .select({ id: apiKey.id, name: apiKey.name })
      .from(apiKey)
      .where(and(eq(apiKey.project, project), isWanted("key", apiKey.id))),
  ]);
  const names = new Map<string, string>();
  for (const { id, name } of people) names.set(`person:${id}`, name);
  for (const { id, name } of keys) names.set(`key:${id}`, name);
  return (id) => {
    const kind = kindOf(id);
    return { id, kind, name: names.get(id) ?? NAMES[kind], isYou: id === you };
  };
}

function kindOf(id: string): LabelAuthor["kind"] {
  if (id.startsWith("person:")) return "person";
  if (id.startsWith("key:")) return "key";
  return id === "import" ? "import" : "unknown";
}
