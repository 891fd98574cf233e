import { writeSmartcomment } from "../../graph/smartcomment/export.ts";
import type { Benchmark } from "../../protocol/api/annotation/benchmarks.ts";
import type { ProjectServices } from "../context.ts";
import { ApiError } from "../errors.ts";
import { readmeOf } from "./card.ts";
import { FILE_FIELD } from "./file-names.ts";
import type { ZippedFile } from "./zip.ts";

/** The metadata field in which MemTraceBench stores a graph's source dataset. */
const SOURCE_FIELD = "memtracebench_dataset_source";
const NAMED = 3;

/** @throws ApiError 409 if the benchmark is not frozen, or if one of its cases was deleted */
export async function checkExportable(
  { frozen }: Pick<ProjectServices, "frozen">,
  { id, state, lost, cases }: Benchmark,
): Promise<void> {
  if (state !== "frozen") {
    throw new ApiError("conflict", "Only a frozen benchmark can be exported. Freeze it first.");
  }
  if (lost > 0) {
    const named = await frozen.lost(id, NAMED);
    const more = lost > named.length ? ` and ${lost - named.length} more` : "";
    throw new ApiError(
      "conflict",
      `The benchmark is no longer complete: ${named.join(", ")}${more} ${lost === 1 ? "was" : "were"} deleted with the graph. Create a new version, which does not contain them, and freeze that version.`,
    );
  }
  if (cases === 0) {
    throw new ApiError(
      "conflict",
      "The freeze refused every case. Create a new version with labelled cases.",
    );
  }
}

/**
 * Yields the card first, and then one file for each frozen graph. To limit memory, only one graph
 * is read at a time.
 */
export async function* filesOf(
  project: ProjectServices,
  benchmark: Benchmark,
): AsyncGenerator<ZippedFile> {
  yield { name: "README.md", parts: [readmeOf(benchmark)] };
  const { id, name, split } = benchmark;
  for (const { graph, createdAt, revision, file } of await project.frozen.graphs(id)) {
    const loaded = await project.openFrozenGraph(graph, { createdAt, revision });
    if (loaded === undefined) throw new Error("a frozen graph was deleted during the export");
    const annotations = await project.frozen.annotations(id, graph);
    const source = loaded.header.metadata?.[SOURCE_FIELD] ?? name;
    const metadata = { [FILE_FIELD]: file, [SOURCE_FIELD]: source };
    yield {
      name: `${split}/${file}`,
      parts: writeSmartcomment(loaded, { annotations, metadata, withoutVerdicts: true }),
    };
  }
}
