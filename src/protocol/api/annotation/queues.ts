/** Queues: cases for people to label, and their progress. */
import * as z from "zod";
import { idText } from "../../bounded-inputs.ts";
import {
  MAX_QUEUE_CASES,
  MAX_QUEUE_LABELS,
  MAX_QUEUE_NAME_CHARS,
  MAX_QUEUE_PEOPLE,
  MAX_SKIP_REASON_CHARS,
} from "../../limits.ts";
import { Case } from "../api.ts";
import { CaseSelection } from "../insights/case-selection.ts";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);
const Name = z.string().trim().min(1).max(MAX_QUEUE_NAME_CHARS);

export const ITEM_STATES = ["open", "done", "skipped"] as const;
const ItemState = z.enum(ITEM_STATES);

const Sample = z
  .object({
    size: z.number().int().min(1).max(MAX_QUEUE_CASES),
    seed: z.string().max(100).default("").describe("the same seed selects the same cases"),
  })
  .describe("a random sample of the matching cases; by default all of them");

export const QueueCases = CaseSelection.extend({
  cases: z.array(idText).max(MAX_QUEUE_CASES).optional().describe("only cases with these ids"),
  confidenceBelow: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("only cases whose verdict has a lower confidence or is undecided"),
  sample: Sample.optional(),
})
  .describe("selects the cases that match all conditions; the filters are those of the case list")
  .meta({ id: "QueueCases" });

const People = z.array(idText).min(1).max(MAX_QUEUE_PEOPLE);

export const CreateQueue = z
  .object({
    name: Name,
    people: People.describe(
      "ids of members of the organization with the scope `write`; the cases are divided evenly among them",
    ),
    perItem: z
      .number()
      .int()
      .min(1)
      .max(MAX_QUEUE_LABELS)
      .default(1)
      .describe("how many of these people label each case"),
    isBlind: z
      .boolean()
      .default(true)
      .describe(
        "true hides the verdict and other people's labels of an item from everybody who has not labelled it",
      ),
    cases: QueueCases,
  })
  .meta({ id: "CreateQueue" });

export const UpdateQueue = z
  .object({
    name: Name.optional(),
    state: z.enum(["open", "closed"]).optional(),
    people: People.optional().describe("divides the open items again among these people"),
  })
  .meta({ id: "UpdateQueue" });

const Progress = z.object({ open: Count, done: Count, skipped: Count });

const QueuePerson = Progress.extend({
  id: z.string(),
  name: z.string().nullable().describe("null for a former member"),
  isAssigned: z
    .boolean()
    .describe("false for a person who labelled items and was removed from the queue"),
});

export const Queue = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.enum(["open", "closed"]),
    perItem: Count,
    isBlind: z.boolean(),
    createdAt: Time,
    closedAt: Time.nullable(),
    cases: Count,
    complete: Count.describe("cases that `perItem` people have labelled"),
    progress: Progress.describe(
      "numbers of required, given and skipped labels, of all people. A skipped item that was given to another person counts only for that person",
    ),
    people: z.array(QueuePerson),
    mine: Progress.nullable().describe(
      "the same numbers for the signed-in person; null if the person has no items",
    ),
    selections: z
      .array(z.object({ at: Time, cases: QueueCases, added: Count }))
      .describe("the selections by which cases were added, oldest first"),
  })
  .meta({ id: "Queue" });

export const QueueAdded = z
  .object({
    added: Count,
    known: Count.describe("number of matching cases that were already in the queue"),
    queue: Queue,
  })
  .meta({ id: "QueueAdded" });

const ItemOfPerson = z.object({
  state: ItemState,
  reason: z.string().nullable().describe("why the person skipped the item"),
  isGiven: z.boolean().describe("true if the skipped item was given to another person"),
});

export const QueueItemSummary = z
  .object({
    case: z.string(),
    query: z.string().describe("the first 300 characters of the question"),
    people: z.array(ItemOfPerson.extend({ id: z.string(), name: z.string().nullable() })),
  })
  .meta({ id: "QueueItemSummary" });

export const QueueItem = z
  .object({
    queue: z.string(),
    case: Case.describe("the case; without verdict and labels while `isHidden`"),
    isHidden: z
      .boolean()
      .describe("true in an open blind queue until the signed-in person has labelled the case"),
    mine: ItemOfPerson.nullable().describe("null if the item is not assigned to the person"),
    place: Count.describe(
      "position of the item among the person's items, starting at 1; 0 if the item is not assigned to the person",
    ),
    of: Count.describe("number of the person's items"),
    previous: z.string().nullable().describe("id of the case in the person's previous item"),
    next: z.string().nullable(),
  })
  .meta({ id: "QueueItem" });

export const NextItem = z.object({
  case: z.string().nullable().describe("null if the person has no open item"),
  open: Count.describe("number of the person's open items"),
});

export const SkipItem = z
  .object({ reason: z.string().trim().min(1).max(MAX_SKIP_REASON_CHARS) })
  .meta({ id: "SkipItem" });

export const GiveItem = z
  .object({
    from: idText.describe("user id of the person who skipped the item"),
    to: idText.describe("user id of a member with the scope `write` who does not have the case"),
  })
  .meta({ id: "GiveItem" });

export type QueueCases = z.infer<typeof QueueCases>;
export type CreateQueue = z.infer<typeof CreateQueue>;
export type UpdateQueue = z.infer<typeof UpdateQueue>;
export type Queue = z.infer<typeof Queue>;
export type QueueItem = z.infer<typeof QueueItem>;
export type QueueItemSummary = z.infer<typeof QueueItemSummary>;
export type ItemState = z.infer<typeof ItemState>;
