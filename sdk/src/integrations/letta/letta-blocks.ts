/** Finds a block's id by its agent and label. Knows only blocks that this process has seen. */
import { keep } from "../../core/keep-latest.ts";

export interface Block {
  id?: string;
  label?: string | null;
  value?: string;
}

export class KnownBlocks {
  readonly #labels = new Map<string, Map<string, string>>();

  remember(agent: string, { id, label }: Block): void {
    if (!id || !label) return;
    const labels = this.#labels.get(agent) ?? new Map<string, string>();
    keep(this.#labels, agent, labels.set(label, id));
  }

  /**
   * Removes the block from the agent. After a detach, the agent's prompt no longer contains the
   * block.
   */
  detach(agent: string, block: string): void {
    const labels = this.#labels.get(agent);
    for (const [label, id] of labels ?? []) if (id === block) labels?.delete(label);
  }

  /**
   * Returns the block's id. If the id is unknown, returns a name made from the agent and the label.
   */
  idOf(agent: string, label: string): string {
    return this.#labels.get(agent)?.get(label) ?? `${agent}/${label}`;
  }

  /** Returns the ids of the blocks that the agent's prompt contains. */
  of(agent: string): string[] {
    return [...(this.#labels.get(agent)?.values() ?? [])];
  }
}
