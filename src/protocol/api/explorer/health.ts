/** Memory health: figures about all graphs of a project. They need no wrong answers. */
import * as z from "zod";
import { ERROR_TYPES } from "../../error-types.ts";
import { LEDGER_SHARES } from "./health-words.ts";
import { MemoryFigures } from "./memory.ts";
import { FACT_KINDS, MessageFact } from "./survival.ts";

const Count = z.number().int().min(0);
const Day = z.iso.date();

/** Maximum graphs to list for each share. */
export const MAX_SHARE_GRAPHS = 3;

/** Maximum operations, days and examples in one answer. */
export const MAX_HEALTH_STEPS = 50;
export const MAX_HEALTH_DAYS = 400;
export const MAX_HEALTH_EXAMPLES = 20;

export const HealthQuery = z.object({
  from: Day.optional().describe("first day of the messages"),
  to: Day.optional().describe("last day of the messages"),
  system: z.string().optional().describe("only graphs of this memory system"),
});

const Share = z.object({
  value: z.number().nullable().describe("null if nothing was counted"),
  low: z.number().describe("lower end of the 95% interval (Wilson)"),
  high: z.number(),
});

const Survived = z.object({
  facts: Count,
  stored: Count.describe("number of facts that a memory unit stated at any time"),
  kept: Count.describe("number of facts that a memory unit states at the end of the graph"),
  lost: Count.describe("number of facts that an operation lost"),
  share: Share.describe("share of the facts that the memory holds at the end of the graph"),
});

const LedgerShare = z.object({
  figure: z
    .enum(LEDGER_SHARES)
    .describe("a flag of the ledger, or `empty-searches`: searches that found nothing"),
  count: Count.describe("number of units with the flag, or number of searches that found nothing"),
  of: Count.describe("number of all units, or of all searches"),
  share: Share,
  graphs: z
    .array(z.object({ graph: z.string(), count: Count }))
    .describe("the graphs with the most such units or searches; each graph's ledger lists its own"),
});

const HealthLoss = z.object({
  opName: z.string().describe("name of the operation"),
  errorType: z.enum(ERROR_TYPES),
  facts: Count,
});

export const MemoryHealth = z
  .object({
    graphs: Count.describe("graphs whose facts were counted"),
    survival: Survived,
    byKind: z.array(Survived.extend({ kind: z.enum(FACT_KINDS) })),
    losses: z
      .array(HealthLoss)
      .describe("the operations that lost facts; the operation that lost the most facts is first"),
    days: z
      .array(Survived.extend({ day: Day }))
      .describe("figures by day of the messages, earliest day first"),
    examples: z
      .array(MessageFact.extend({ graph: z.string() }))
      .describe("lost facts of the graphs that were counted last"),
    shares: z
      .array(LedgerShare)
      .describe("shares of units and searches with a problem, of all days"),
    memory: MemoryFigures.describe("figures of the ledgers, of all days"),
  })
  .meta({ id: "MemoryHealth" });

export type HealthQuery = z.infer<typeof HealthQuery>;
export type MemoryHealth = z.infer<typeof MemoryHealth>;
