import type { LinkKind } from "../../../protocol/api/sharing/links.ts";
import { MAX_PUBLIC_LINKS } from "../../../protocol/limits.ts";
import { createLink, listLinks, revokeLink } from "../../../protocol/routes/sharing/sharing.ts";
import { newLinkToken } from "../../../tenancy/link-token.ts";
import type { ProjectServices } from "../../context.ts";
import { atLimit, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

const DAY_MS = 24 * 3_600_000;

export const links = router()
  .openapi(operation(listLinks), async (c) => {
    const { now } = c.get("services");
    return c.json({ items: await c.get("project").links.list(c.req.valid("query"), now()) }, 200);
  })
  .openapi(operation(createLink), async (c) => {
    const services = c.get("services");
    const project = c.get("project");
    const { kind, target, days, showsProject } = c.req.valid("json");
    if (!(await exists(project, kind, target))) throw notFound(kind);
    const { token, hash } = newLinkToken(services.randomBytes);
    const now = services.now();
    const made = await project.links.create(
      {
        ...{ id: services.newId("ln"), kind, target, showsProject, hash },
        ...{ createdBy: c.get("principal").name, createdAt: now, expiresAt: now + days * DAY_MS },
      },
      now,
    );
    // `made` is undefined if the project has reached its limit of links, or if the target was
    // deleted after the first check.
    if (made === undefined && !(await exists(project, kind, target))) throw notFound(kind);
    if (made === undefined) throw atLimit(MAX_PUBLIC_LINKS, "public links", "Revoke one first.");
    return c.json({ ...made, url: new URL(`/shared/${token}`, services.publicUrl).href }, 201);
  })
  .openapi(operation(revokeLink), async (c) => {
    const isRevoked = await c.get("project").links.revoke(c.req.valid("param").link);
    if (!isRevoked) throw notFound("link");
    return c.body(null, 204);
  });

async function exists(project: ProjectServices, kind: LinkKind, target: string): Promise<boolean> {
  const repository = { case: project.cases, report: project.reports, view: project.views }[kind];
  return (await repository.find(target)) !== undefined;
}
