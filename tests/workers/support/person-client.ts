/** The typed client of a signed-in person in one project. */
import { type Asked, clientOf as routeClient } from "../../../src/protocol/routes/client.ts";
import { ORIGIN, type Person } from "../../tenancy/support/browser.ts";
import { type clientOf, send } from "./tenants.ts";

/** As `clientOf`, with the person's cookie instead of a key. */
export function clientAs(person: Person, project: string): ReturnType<typeof clientOf> {
  const respond = ({ method, path, body }: Asked) => {
    const { headers } = person.browser;
    headers.set("origin", ORIGIN);
    if (body !== undefined) headers.set("content-type", "application/json");
    const address = `${path}${path.includes("?") ? "&" : "?"}project=${project}`;
    return send(address, {
      ...{ method, headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const client = routeClient(async (asked) => {
    const answer = await respond(asked);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${asked.method} ${asked.path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  });
  // Takes the same inputs; only the answers differ.
  return Object.assign(client, { response: routeClient(respond) }) as unknown as ReturnType<
    typeof clientOf
  >;
}
