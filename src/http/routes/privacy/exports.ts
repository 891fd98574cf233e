import type { Context } from "hono";
import { MAX_EXPORTS } from "../../../database/privacy/export-repository.ts";
import type { ExportFile } from "../../../protocol/api/privacy/exports.ts";
import {
  createExport,
  deleteExport,
  downloadExport,
  listExports,
} from "../../../protocol/routes/privacy/exports.ts";
import { type ZippedFile, zipped } from "../../benchmarks/zip.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";
import { graphFiles, organizationFiles, projectFiles } from "../../exports/export-files.ts";
import { operation, router } from "../../route.ts";

const DAY_MS = 24 * 3_600_000;
/** Export files can be downloaded for three days. */
const LIFE_MS = 3 * DAY_MS;

export const exports = router()
  .openapi(operation(listExports), async (c) => {
    const { repository } = await exportsOf(c);
    return c.json({ items: await repository.list(c.get("services").now()) }, 200);
  })
  .openapi(operation(createExport), async (c) => {
    const { organization, owner, repository } = await exportsOf(c);
    if (c.req.valid("json").organization !== organization) {
      throw new ApiError(
        "invalid_request",
        "organization: is not the organization of this project. Give its id to confirm the export.",
      );
    }
    if (owner === null) {
      throw new ApiError("forbidden", "Only a signed-in owner of the organization can export it.");
    }
    const { newId, now } = c.get("services");
    const project = c.get("project");
    const at = now();
    const [id, job] = [newId("exp"), newId("job")];
    const times = { createdAt: at, expiresAt: at + LIFE_MS };
    const created = await repository.create({ id, job, person: owner, ...times });
    if (created === undefined) throw atLimit(MAX_EXPORTS, "exports", "End one first.");
    await project.jobs.create({ id: job, kind: "export", input: { organization, export: id } }, at);
    await project.wakeJob(job);
    return c.json(created, 202);
  })
  .openapi(operation(deleteExport), async (c) => {
    const { owner, repository } = await exportsOf(c);
    const isDeleted = owner !== null && (await repository.delete(c.req.valid("param").export));
    if (!isDeleted) throw notFound("export");
    return c.body(null, 204);
  })
  .openapi(operation(downloadExport), async (c) => {
    const { owner, organization, repository } = await exportsOf(c);
    const { export: id, file: name } = c.req.valid("param");
    const file =
      owner === null ? undefined : await repository.file(id, name, c.get("services").now());
    if (file === undefined) throw notFound("file of an export");
    const parts = zipped(contentOf(c, organization, file));
    c.header("Content-Disposition", `attachment; filename="${file.name}"`);
    // Read files only as fast as the client receives them, to limit memory.
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await parts.return(undefined);
      },
    });
    return c.body(body, 200, { "Content-Type": "application/zip" });
  });

async function* contentOf(
  c: Context<HttpEnv>,
  organization: string,
  file: ExportFile,
): AsyncGenerator<ZippedFile> {
  const services = c.get("services");
  const repository = services.exportsOf(organization);
  if (file.project === null) {
    const about = await repository.about();
    yield* organizationFiles(about, services.auditLog(organization));
    return;
  }
  const project = services.project(file.project);
  if (file.after === null) yield* projectFiles(project);
  yield* graphFiles(project, await repository.graphsOf(file));
}

/**
 * If the caller is an owner of the organization, `owner` is the caller's id. Otherwise, it is null.
 */
async function exportsOf(c: Context<HttpEnv>) {
  const services = c.get("services");
  const organization = (await c.get("project").settings.get())?.organization;
  if (organization === undefined) throw notFound("project");
  const { kind, id } = c.get("principal");
  const isOwner = kind === "person" && (await services.roleIn(id, organization)) === "owner";
  const repository = services.exportsOf(organization);
  return { organization, repository, owner: isOwner ? id : null };
}
