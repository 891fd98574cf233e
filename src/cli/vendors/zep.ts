/**
 * Reads the graph of a user in Zep. It contains episodes and facts. Zep can store when a fact began
 * to be true and when it stopped being true.
 */
import * as z from "zod/mini";
import { digestOf, type MemoryEvent } from "../memory-files/unit-history.ts";
import type { Vendor, VendorReading } from "./vendor.ts";
import { idOf, timeOf, unusedId } from "./vendor-events.ts";

const Episode = z.looseObject({
  uuid: z.string(),
  content: z.string(),
  created_at: z.string(),
  role: z.nullish(z.string()),
  role_type: z.nullish(z.string()),
  thread_id: z.nullish(z.string()),
});
type Episode = z.infer<typeof Episode>;
const Episodes = z.looseObject({ episodes: z.nullish(z.array(Episode)) });
const Edge = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  fact: z.string(),
  created_at: z.string(),
  episodes: z.nullish(z.array(z.string())),
  valid_at: z.nullish(z.string()),
  invalid_at: z.nullish(z.string()),
  expired_at: z.nullish(z.string()),
});
type Edge = z.infer<typeof Edge>;

/** Maximum items per page of Zep's API. */
const PAGE_ITEMS = 50;
const NEXT = "zep-next-cursor";

export const zep: Vendor = {
  title: "Zep",
  url: "https://api.getzep.com/api/v2",
  keyVariable: "ZEP_API_KEY",
  owner: "user",
  unknown: [
    "Zep says when a fact ended, but not which episode ended it.",
    "Zep returns only the latest text of a fact, so earlier texts of an edited fact are unknown.",
    "Zep does not list deleted facts, nor when and why they were deleted.",
    "Zep keeps no history of the summaries of nodes, so the summaries are not imported.",
    "Zep does not list searches.",
  ],
  headers: (key) => ({ Authorization: `Api-Key ${key}` }),
  async *read(reading) {
    const seen = new Map<string, string>();
    let done = 0;
    for await (const page of episodePages(reading)) {
      done += page.length;
      yield { events: episodeEvents(reading, page, seen), done: `${done} episodes read` };
    }
    const gone = new Set(reading.stored.keys());
    let [facts, isKnown] = [0, true];
    for await (const page of edgePages(reading)) {
      for (const { uuid } of page) gone.delete(uuid);
      facts += page.length;
      const open = page.filter(
        (edge) => reading.stored.get(edge.uuid)?.digest !== digestOf(stateOf(edge)),
      );
      const events: MemoryEvent[] = [];
      for (const edge of open) {
        const id = idOf(edge.uuid, "added");
        const isHeld = reading.stored.has(edge.uuid);
        // `isKnown` is true as long as an earlier import has sent every fact that the loop has
        // seen. Imports send the oldest fact first, so all facts after the first new fact are new
        // too.
        isKnown &&= isHeld || (await reading.isStored(id));
        const again = isKnown && !isHeld ? await unusedId(reading.isStored, id) : undefined;
        events.push(...factEvents(reading, edge, seen, again));
      }
      yield {
        events,
        known: page.length - open.length,
        done: `${facts} facts read`,
      };
    }
    for (const uuid of gone)
      yield { events: await goneEvents(reading, uuid), done: "deletions read" };
  },
};

async function* episodePages(reading: VendorReading): AsyncGenerator<readonly Episode[]> {
  for await (const page of pages(reading, "episodes", Episodes)) yield page.episodes ?? [];
}

const edgePages = (reading: VendorReading) => pages(reading, "edge", z.array(Edge));

/** Reads from oldest to newest, so that items added meanwhile are read too. */
async function* pages<T>(
  { requests, owner }: VendorReading,
  what: "episodes" | "edge",
  answer: z.ZodMiniType<T>,
): AsyncGenerator<T> {
  const path = `/graph/${what}/user/${encodeURIComponent(owner)}`;
  const order = { limit: PAGE_ITEMS, order_by: "created_at", direction: "asc" };
  let cursor: string | null = null;
  do {
    const body: object = cursor === null ? order : { ...order, cursor };
    const { value, headers } = await requests.ask({ method: "POST", path, body, answer });
    yield value;
    const next: string | null = headers.get(NEXT);
    cursor = next === cursor ? null : next;
  } while (cursor !== null && cursor !== "");
}

function episodeEvents(
  { events }: VendorReading,
  page: readonly Episode[],
  seen: Map<string, string>,
): MemoryEvent[] {
  return page.flatMap((episode) => {
    const { uuid, content, role, role_type, thread_id } = episode;
    const at = timeOf(episode.created_at, `Zep's episode ${uuid}: created_at`);
    const id = idOf(uuid);
    seen.set(uuid, id);
    const session = thread_id ?? undefined;
    const message = { id, text: content, role: role ?? role_type ?? undefined, at, session };
    return [
      ...(session === undefined ? [] : [events.session(session, at)]),
      events.message(message),
    ];
  });
}

/**
 * Returns the events of a fact. If the fact is no longer true, it stays in the memory, and its last
 * version says when it ended.
 * @param again id of the operation that adds a deleted fact again. It is set only if an earlier
 * import recorded the fact as deleted, and Zep now has the fact again
 */
function factEvents(
  { events, stored, now }: VendorReading,
  edge: Edge,
  seen: ReadonlyMap<string, string>,
  again: string | undefined,
): MemoryEvent[] {
  const { uuid: unit, fact, name, valid_at, invalid_at, expired_at } = edge;
  const metadata = { relation: name, validAt: valid_at ?? null, invalidAt: invalid_at ?? null };
  const state = stateOf(edge);
  const until = invalid_at ?? expired_at;
  const about = { unit, kind: "Zep fact", metadata };
  const held = stored.get(unit)?.ref;
  const added = again ?? idOf(unit, "added");
  const before = held ?? `${added}/fact`;
  const list: MemoryEvent[] = [];
  if (held === undefined) {
    const createdAt = timeOf(edge.created_at, `Zep's edge ${unit}: created_at`);
    const at = again === undefined ? createdAt : now;
    const from = (edge.episodes ?? []).flatMap((episode) => seen.get(episode) ?? []);
    const version = { ...about, ref: before, text: fact, state: until ? "" : state };
    const change = { id: added, at, name: "add fact", category: "extraction" };
    list.push(...events.change(change).write(version, undefined, from).events());
    if (!until) return list;
  }
  // If `again` is set, the code above has added the fact again, with the time of this import. If
  // the fact has ended, its end gets the same time, because a fact must not end before it is added.
  const change =
    until && again === undefined
      ? { at: timeOf(expired_at ?? until, `Zep's edge ${unit}: expired_at`), name: "end fact" }
      : { at: now, name: until ? "end fact" : "change that Zep does not date" };
  const id = idOf(unit, digestOf(`${before}\n${state}`));
  const text = until ? `${fact} (until ${until})` : fact;
  const changed = events
    .change({ id, ...change, category: "update", number: 1 })
    .write({ ...about, ref: `${id}/text`, text, state }, before, []);
  return [...list, ...changed.events()];
}

async function goneEvents(
  { events, stored, isStored, now: at }: VendorReading,
  uuid: string,
): Promise<readonly MemoryEvent[]> {
  const ref = stored.get(uuid)?.ref;
  if (ref === undefined) return [];
  const id = await unusedId(isStored, idOf(uuid, "gone"));
  const name = "deletion that Zep does not date";
  return events.change({ id, at, name, category: "deletion" }).remove(ref).events();
}

const stateOf = ({ fact, invalid_at, expired_at }: Edge) =>
  [fact, invalid_at ?? "", expired_at ?? ""].join("\n");
