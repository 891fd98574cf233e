import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { FoundPrompt } from "../../optimization/find-prompts.ts";
import type { CaseFilter } from "../../protocol/api/api.ts";
import type {
  Prompt,
  PromptBehind,
  PromptOrigin,
  PromptOwner,
  PromptShare,
  PromptSummary,
  PromptVersion,
  ServedPrompts,
  Serving,
} from "../../protocol/api/prompts.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { MAX_PROMPT_VERSIONS, MAX_PROMPTS } from "../../protocol/limits.ts";
import { afterCursor, type PageOf, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { prompt, promptCase, promptVersion } from "../schema/prompts.ts";
import { promptDistribution } from "./prompt-distribution.ts";
import { promptIdOf, textHashOf } from "./prompt-id.ts";
import {
  addPrompt,
  addVersion,
  recordPrompts,
  type TracedGraph,
  type TracedPrompts,
} from "./prompt-traces.ts";
import { CURRENT, detailsOf, PROMPT, type PromptRow } from "./prompt-views.ts";

/**
 * A prompt and its version in use (see `CURRENT`). Usually this is the active version or, without
 * one, the version that a trace used last.
 */
export interface CurrentPrompt {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly owners: readonly PromptOwner[];
  readonly isUnsteady: boolean;
}

/**
 * A project's prompts and their versions. Each method with a parameter `id` accepts the prompt's id
 * or its name. Only `text` accepts no name.
 */
export class PromptRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns the prompts, newest first. */
  async list(cursor: Cursor | undefined, limit: number): Promise<PageOf<PromptSummary>> {
    const rows = await this.#database
      .select(PROMPT)
      .from(prompt)
      .where(
        and(eq(prompt.project, this.#project), afterCursor(cursor, prompt.createdAt, prompt.id)),
      )
      .orderBy(desc(prompt.createdAt), desc(prompt.id))
      .limit(limit + 1);
    const page = pageOf(
      rows,
      limit,
      (row) => row,
      (row) => ({ time: row.createdAt, id: row.id }),
    );
    const details = await detailsOf(this.#database, page.items);
    return { items: details.map(({ summary }) => summary), next: page.next };
  }

  async find(id: string): Promise<Prompt | undefined> {
    const row = await this.#row(id);
    const [details] = row === undefined ? [] : await detailsOf(this.#database, [row]);
    return details && { ...details.summary, versions: [...details.versions] };
  }

  async version(id: string, number: number): Promise<PromptVersion | undefined> {
    const found = await this.find(id);
    const summary = found?.versions.find((version) => version.number === number);
    if (found === undefined || summary === undefined) return undefined;
    const text = await this.text(found.id, number);
    return text === undefined
      ? undefined
      : { ...summary, prompt: found.id, name: found.name, text };
  }

  /**
   * Returns the prompts with these names or ids, sorted by name. Without `prompts`, returns all
   * prompts of the project.
   */
  async current(prompts?: readonly string[]): Promise<CurrentPrompt[]> {
    const wanted = JSON.stringify(prompts ?? []);
    const among = sql`(${prompt.id} in (select value from json_each(${wanted})) or ${prompt.name} in (select value from json_each(${wanted})))`;
    const rows = await this.#database
      .select(PROMPT)
      .from(prompt)
      .where(and(eq(prompt.project, this.#project), prompts && among))
      .orderBy(prompt.name);
    const details = await detailsOf(this.#database, rows);
    return rows.flatMap(({ id, name, current }, index) => {
      const { owners = [], isUnsteady = false } = details[index]?.summary ?? {};
      return current === null ? [] : { id, name, version: current, owners, isUnsteady };
    });
  }

  /** Returns undefined if the version does not exist. */
  async text(id: string, version: number): Promise<string | undefined> {
    const [row] = await this.#database
      .select({ text: promptVersion.text })
      .from(promptVersion)
      .where(
        and(
          eq(promptVersion.project, this.#project),
          eq(promptVersion.prompt, id),
          eq(promptVersion.number, version),
        ),
      );
    return row?.text;
  }

  /**
   * Returns the number of the version that a trace means. If the trace states the number of an
   * existing version, it means this version. Otherwise it means the version with the same text.
   */
  async versionOf({ name, text, version }: Pick<FoundPrompt, "name" | "text" | "version">) {
    const rows = await this.#database
      .select({ number: promptVersion.number })
      .from(promptVersion)
      .where(
        and(
          eq(promptVersion.prompt, promptIdOf(this.#project, name)),
          or(eq(promptVersion.number, version ?? 0), eq(promptVersion.hash, textHashOf(text))),
        ),
      );
    return (rows.find(({ number }) => number === version) ?? rows[0])?.number;
  }

  /** Returns the versions that the case's decisive operation used. */
  async behind(caseId: string): Promise<PromptBehind[]> {
    return this.#database
      .select({ id: prompt.id, name: prompt.name, version: promptCase.number })
      .from(promptCase)
      .innerJoin(prompt, eq(prompt.id, promptCase.prompt))
      .where(and(eq(promptCase.project, this.#project), eq(promptCase.case, caseId)))
      .orderBy(prompt.name);
  }

  /**
   * For each prompt version, counts its cases that pass the filter. Also counts all its judged
   * answers. For judged answers, only the period, system, graph and user of the filter matter.
   */
  async distribution(filter: CaseFilter): Promise<PromptShare[]> {
    return promptDistribution(this.#database, this.#project, filter);
  }

  /**
   * Adds a version, and the prompt if it is new. An existing version with this text is kept.
   * Returns undefined if the project has the maximum number of prompts, or the prompt the maximum
   * number of versions.
   */
  async add(name: string, text: string, origin: Exclude<PromptOrigin, "traced">, now: number) {
    const id = promptIdOf(this.#project, name);
    const of = { project: this.#project, prompt: id };
    const hash = textHashOf(text);
    const prompts = sql`select count(*) from prompt where project = ${this.#project}`;
    await this.#database.batch([
      addPrompt(this.#database, { ...of, name }, now, sql`(${prompts}) < ${MAX_PROMPTS}`),
      addVersion(
        this.#database,
        { ...of, text, hash, origin },
        now,
        sql`coalesce(max(number), 0) < ${MAX_PROMPT_VERSIONS}`,
      ),
      this.#database
        .update(promptVersion)
        .set({ adoptedAt: sql`coalesce(${promptVersion.adoptedAt}, ${now})` })
        .where(and(eq(promptVersion.prompt, id), eq(promptVersion.hash, hash))),
    ]);
    const number = await this.versionOf({ name, text, version: undefined });
    return number === undefined ? undefined : { id, name, number };
  }

  /**
   * Sets which versions the service serves. These versions must not be deleted with their traces,
   * so this marks them as kept. It also marks the version that was in use until now, so that a
   * person can return to it.
   * @param ifCurrent version that must be in use; if another version is in use, nothing changes
   */
  async serve(
    id: string,
    { active, candidate }: Serving,
    now: number,
    ifCurrent?: number,
  ): Promise<"done" | "unknown" | "conflict"> {
    const row = await this.#row(id);
    const wanted = [active, candidate?.version ?? null].filter((number) => number !== null);
    if (row === undefined) return "unknown";
    const known = await this.#database
      .select({ number: promptVersion.number })
      .from(promptVersion)
      .where(eq(promptVersion.prompt, row.id));
    if (!wanted.every((number) => known.some((version) => version.number === number)))
      return "unknown";
    const isSame = ifCurrent === undefined ? undefined : sql`${CURRENT} = ${ifCurrent}`;
    // Check again that the versions exist: a version from traces can be deleted with its graph at
    // any time.
    const areThere = sql`(select count(*) from ${promptVersion} where ${promptVersion.prompt} = ${row.id}
      and ${promptVersion.number} in (select value from json_each(${JSON.stringify(wanted)}))) = ${new Set(wanted).size}`;
    const kept = JSON.stringify([...wanted, row.current]);
    const [changed] = await this.#database.batch([
      this.#database
        .update(prompt)
        .set({ active, candidate: candidate?.version ?? null, share: candidate?.share ?? 0 })
        .where(and(eq(prompt.id, row.id), isSame, areThere))
        .returning({ id: prompt.id }),
      this.#database
        .update(promptVersion)
        .set({ adoptedAt: sql`coalesce(${promptVersion.adoptedAt}, ${now})` })
        .where(
          and(
            eq(promptVersion.prompt, row.id),
            sql`${promptVersion.number} in (select value from json_each(${kept}))`,
            // The statement above can refuse to change the prompt. Then this statement must not
            // mark the versions as kept.
            sql`exists (select 1 from ${prompt} where ${prompt.id} = ${row.id}
              and ${prompt.active} is ${active} and ${prompt.candidate} is ${candidate?.version ?? null})`,
          ),
        ),
    ]);
    return changed.length > 0 ? "done" : "conflict";
  }

  async served(): Promise<ServedPrompts> {
    const rows = await this.#database
      .select({
        name: prompt.name,
        active: prompt.active,
        candidate: prompt.candidate,
        share: prompt.share,
        version: promptVersion.number,
        text: promptVersion.text,
      })
      .from(prompt)
      .innerJoin(
        promptVersion,
        and(
          eq(promptVersion.prompt, prompt.id),
          or(eq(promptVersion.number, prompt.active), eq(promptVersion.number, prompt.candidate)),
        ),
      )
      .where(eq(prompt.project, this.#project))
      .orderBy(prompt.name);
    const prompts = [...Map.groupBy(rows, ({ name }) => name)].map(([name, versions]) => {
      const active = versions.find(({ active, version }) => version === active);
      const candidate = versions.find(({ candidate, version }) => version === candidate);
      return {
        name,
        active: active ? { version: active.version, text: active.text } : null,
        candidate: candidate
          ? { version: candidate.version, text: candidate.text, share: candidate.share }
          : null,
      };
    });
    return { prompts };
  }

  /** Replaces what is stored about this graph's prompts. */
  async record(graph: TracedGraph, traced: TracedPrompts, now: number): Promise<void> {
    await recordPrompts(this.#database, this.#project, graph, traced, now);
  }

  /**
   * Deletes the prompt and its versions.
   * @returns whether the prompt existed
   */
  async remove(id: string): Promise<boolean> {
    const row = await this.#row(id);
    if (row !== undefined) await this.#database.delete(prompt).where(eq(prompt.id, row.id));
    return row !== undefined;
  }

  async #row(id: string): Promise<PromptRow | undefined> {
    const rows = await this.#database.select(PROMPT).from(prompt).where(this.#called(id));
    return rows.find((row) => row.id === id) ?? rows[0];
  }

  #called(id: string): SQL | undefined {
    return and(eq(prompt.project, this.#project), or(eq(prompt.id, id), eq(prompt.name, id)));
  }
}
