import type { Context } from "hono";
import { PEOPLE_ENDPOINTS } from "../../../protocol/people.ts";
import { type AccessRequest, answerAddress } from "../../../tenancy/connections/access-request.ts";
import { MAX_CONNECTIONS } from "../../../tenancy/connections/connections.ts";
import { isLoopback, opensEditor } from "../../../tenancy/connections/redirect-uri.ts";
import type { SignedInPerson } from "../../../tenancy/principal.ts";
import { SSO_REQUIRED } from "../../../tenancy/sign-in/session-rules.ts";
import { recordConnection } from "../../audit/record-connection.ts";
import { requireFactor, requireVerified } from "../../authentication.ts";
import type { HttpEnv } from "../../context.ts";
import { declaredInput } from "../../declared-input.ts";
import { ApiError, atLimit } from "../../errors.ts";
import { RESOURCE } from "../../oauth/metadata.ts";
import { router } from "../../route.ts";
import { signedInPerson } from "../../signed-in-person.ts";

export const connections = router();

connections.get("/connections", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["GET /connections"]);
  const person = await signedInPerson(c);
  return c.json(await c.get("services").connections(person).list());
});

connections.get("/connections/request", async (c) => {
  const { request: query } = await declaredInput(c, PEOPLE_ENDPOINTS["GET /connections/request"]);
  const services = c.get("services");
  const person = await deciding(c);
  const request = await requestIn(c, query);
  const { client, redirectUri, scopes } = request;
  const origin = services.ownOrigin(c.req.raw);
  return c.json({
    ...{ app: client.name, scopes },
    isOwnMachine: isLoopback(redirectUri) || opensEditor(redirectUri),
    returnsTo: opensEditor(redirectUri) ? redirectUri : new URL(redirectUri).host,
    projects: await services.connections(person).projects(),
    refusal: answerAddress(request, origin, { error: "access_denied" }),
  });
});

connections.post("/connections/allow", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["POST /connections/allow"]);
  const services = c.get("services");
  const person = await deciding(c);
  const request = await requestIn(c, input.request);
  const scopes = request.scopes.filter((scope) => scope === "read" || input.scopes.includes(scope));
  const known = services.connections(person);
  const project = (await known.projects()).find(({ id }) => id === input.project);
  if (project === undefined) throw new ApiError("not_found", "You have no such project.");
  const unasked = input.scopes.find((scope) => !request.scopes.includes(scope));
  if (unasked !== undefined) {
    throw new ApiError("invalid_request", `scopes: the app did not ask for ${unasked}.`);
  }
  if (scopes.includes("write") && !project.mayWrite) {
    throw new ApiError("forbidden", "scopes: your role in this project lacks write.");
  }
  const id = services.newId("con");
  const shown = { app: request.client.name, scopes, redirectUri: request.redirectUri };
  const created = { action: "connection.create", id, project: project.id, shown } as const;
  const code = await recordConnection(c, person, created, async () => {
    const allowed = { request, project: project.id, scopes };
    const made = await known.allow(id, allowed, services.randomBytes, services.now());
    if (made !== undefined) return made;
    throw atLimit(MAX_CONNECTIONS, "connected apps", "Remove one on your account page first.");
  });
  return c.json({ url: answerAddress(request, services.ownOrigin(c.req.raw), { code }) });
});

connections.post("/connections/remove", async (c) => {
  const { id } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /connections/remove"]);
  const person = await signedInPerson(c);
  const known = c.get("services").connections(person);
  const project = await known.projectOf(id);
  if (project === undefined) throw new ApiError("not_found", "You have no such connected app.");
  const removed = { action: "connection.remove", id, project } as const;
  await recordConnection(c, person, removed, () => known.remove(id));
  return c.json({ status: true });
});

/**
 * Returns the signed-in person, who decides about the access of an app.
 * @throws ApiError if the person may not open projects, for example because a second factor is
 * missing
 */
async function deciding(c: Context<HttpEnv>): Promise<SignedInPerson> {
  const person = await signedInPerson(c);
  const services = c.get("services");
  requireVerified(services, person);
  await requireFactor(services, person);
  if (await services.connections(person).passesProvider()) {
    throw new ApiError("forbidden", SSO_REQUIRED);
  }
  return person;
}

async function requestIn(c: Context<HttpEnv>, query: string): Promise<AccessRequest> {
  const services = c.get("services");
  const resource = `${services.ownOrigin(c.req.raw)}${RESOURCE}`;
  const request = await services.oauth.readRequest(query, resource);
  if (!request.ok) throw new ApiError("invalid_request", request.fault);
  return request.value;
}
