import { sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { coldObject } from "../schema/graphs/cold-objects.ts";
import { pack } from "../schema/project.ts";

/**
 * Maximum number of graphs that `graphsLeft` reads from the table `pack`, and from the table of
 * cold objects. It then chooses graphs at random from those that it has read.
 */
const MOST_SEEN = 2_000;

/**
 * Returns graphs with packs in this database, in random order, so that graphs whose move always
 * fails do not delay others.
 */
export async function graphsLeft(
  previous: Database,
  project: string,
  limit: number,
): Promise<string[]> {
  // Jump from one graph to the next in the primary key, because a graph can have many packs.
  const rows = await previous.all<{ graph: string }>(sql`
    with recursive of_pack(graph) as (
      select min(graph) from ${pack} where project = ${project}
      union all
      select (select min(graph) from ${pack} where project = ${project} and graph > of_pack.graph)
      from of_pack where of_pack.graph is not null limit ${MOST_SEEN}
    ), of_object(graph) as (
      select min(graph) from ${coldObject} where project = ${project}
      union all
      select (select min(graph) from ${coldObject}
        where project = ${project} and graph > of_object.graph)
      from of_object where of_object.graph is not null limit ${MOST_SEEN}
    )
    select graph from (
      select graph from of_pack where graph is not null
      union select graph from of_object where graph is not null
    ) order by random() limit ${limit}`);
  return rows.map(({ graph }) => graph);
}
