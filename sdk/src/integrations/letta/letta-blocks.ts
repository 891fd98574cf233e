/** Which block a Letta agent means by a label, as far as it was seen. */
import { keep } from "../../core/keep-latest.ts";

export interface Block {
  id?: string;
  label?: string | null;
  value?: string;
}

export class KnownBlocks {
  readonly #labels = new Map<string, Map<string, string>>();

  see(agent: string, { id, label }: Block): void {
    if (!id || !label) return;
    const labels = this.#labels.get(agent) ?? new Map<string, string>();
    keep(this.#labels, agent, labels.set(label, id));
  }

  /** No longer among what the agent is shown. */
  detach(agent: string, block: string): void {
    const labels = this.#labels.get(agent);
    for (const [label, id] of labels ?? []) if (id === block) labels?.delete(label);
  }

  /** The block's id, or a name that only this agent's block can have. */
  idOf(agent: string, label: string): string {
    return this.#labels.get(agent)?.get(label) ?? `${agent}/${label}`;
  }

  /** Ids of what the agent is shown with everything that is said to it. */
  of(agent: string): string[] {
    return [...(this.#labels.get(agent)?.values() ?? [])];
  }
}
