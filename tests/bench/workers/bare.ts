/**
 * What taking events in cannot be cheaper than: each request's body becomes one row of a Durable
 * Object's SQLite, unread, and is acknowledged.
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
    const log = env.BODIES.getByName(request.headers.get("graph") ?? "");
    await log.append(await request.text());
    return Response.json({ accepted: true }, { status: 202 });
  },
} satisfies ExportedHandler<BareBindings>;
