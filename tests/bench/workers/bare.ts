/**
 * The lower bound for receiving events: a Worker that stores each body unread as one row of a
 * Durable Object's SQLite, then acknowledges it. With the header `objects`, it sends each line of
 * the body to a different Durable Object, all at once.
 */
import { DurableObject } from "cloudflare:workers";

interface BareBindings {
  readonly BODIES: DurableObjectNamespace<BodyLog>;
}

export class BodyLog extends DurableObject<BareBindings> {
  constructor(state: DurableObjectState, env: BareBindings) {
    super(state, env);
    state.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)",
    );
  }

  append(body: string): void {
    this.ctx.storage.sql.exec("INSERT INTO log (body) VALUES (?)", body);
  }
}

export default {
  async fetch(request, env) {
    if (request.method === "GET") return new Response("ready");
    const graph = request.headers.get("graph") ?? "";
    const body = await request.text();
    const isSplit = request.headers.has("objects");
    const parts = isSplit ? body.split("\n") : [body];
    const append = (part: string, index: number) =>
      env.BODIES.getByName(isSplit ? `${graph}-${index}` : graph).append(part);
    await Promise.all(parts.map(append));
    return Response.json({ accepted: true }, { status: 202 });
  },
} satisfies ExportedHandler<BareBindings>;
