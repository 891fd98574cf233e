/** Finds a block's id by agent and label. Knows only blocks that this process has seen. */
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

  /** Forgets the block: the agent's prompt no longer contains it. */
  detach(agent: string, block: string): void {
    const labels = this.#labels.get(agent);
    for (const [label, id] of labels ?? []) if (id === block) labels?.delete(label);
  }

  /** Returns the block's id. If unknown, returns a name made from the agent and the label. */
  idOf(agent: string, label: string): string {
    return this.#labels.get(agent)?.get(label) ?? `${agent}/${label}`;
  }

  /** Returns the ids of blocks in the agent's prompt. */
  of(agent: string): string[] {
    return [...(this.#labels.get(agent)?.values() ?? [])];
  }
}
