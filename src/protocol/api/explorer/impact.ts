/**
 * The impact of a value, a prompt version or an end user's data is the list of right answers that
 * depend on it. The reach of a message or document is everything that was made from it.
 */
import * as z from "zod";

const Count = z.number().int().min(0);
const Time = z.iso.datetime();

/** Maximum right answers that one request checks. */
export const MAX_CHECKED = 20;
/** Maximum characters of the text of each value on a path, or of each reached value. */
export const MAX_PATH_CHARS = 200;
/**
 * The search for reached values stops after `MAX_REACHED` values. The answer lists at most
 * `MAX_LISTED_REACHED` values of each kind.
 */
export const MAX_REACHED = 20_000;
export const MAX_LISTED_REACHED = 200;

const PathStep = z.object({
  variable: z.string(),
  text: z.string().describe(`the first ${MAX_PATH_CHARS} characters`),
  op: z
    .string()
    .nullable()
    .describe("id of the operation that read this value on the path; null for the answer"),
  opName: z.string().nullable(),
});

export const ImpactedAnswer = z
  .object({
    answer: z.string().describe("id of the right answer"),
    graph: z.string(),
    query: z.string(),
    prediction: z.string(),
    occurredAt: Time,
    facts: z.array(z.string()).describe("facts of the answer that flow through the start"),
    isOnly: z
      .boolean()
      .describe("true if one of these facts reaches the answer on no other recorded path"),
    path: z.array(PathStep).describe("a shortest path from the start to the answer"),
  })
  .meta({ id: "ImpactedAnswer" });

const ImpactProgress = z.object({
  checked: Count.describe("number of right answers that this page checked"),
  unfollowed: Count.describe(
    "number of these answers whose facts no message states, or whose facts take too much work to follow",
  ),
  graph: z.string().nullable().describe("the graph of this page; null if there is no right answer"),
  graphs: Count.describe("graphs with right answers in the whole selection"),
  total: Count.describe("right answers in the whole selection"),
});

export const ImpactPage = z
  .object({
    items: z.array(ImpactedAnswer),
    progress: ImpactProgress,
    next: z.string().nullable().describe("cursor of the next answers to check; null at the end"),
  })
  .meta({ id: "ImpactPage" });

const Reached = z.object({
  variable: z.string(),
  text: z.string().describe(`the first ${MAX_PATH_CHARS} characters`),
  at: Time,
  depth: Count.describe("smallest number of links from the start"),
  sharedWords: z
    .array(z.string())
    .describe("content words of the start variable that the reached value repeats"),
});

export const Reach = z
  .object({
    start: z.array(z.string()).describe("the variables at which the search started"),
    text: z.string().describe("the beginning of the value of the latest start variable"),
    letIn: z
      .object({
        op: z.string(),
        opName: z.string(),
        at: Time,
        session: z.string().nullable(),
        unit: z
          .string()
          .describe("id of the first memory unit that was made from the message or document"),
      })
      .nullable()
      .describe(
        "the first operation that wrote content of the message or document into the memory; null if no operation did",
      ),
    counts: z.object({
      units: Count,
      heldUnits: Count,
      sessions: Count,
      users: Count,
      answers: Count,
    }),
    units: z
      .array(Reached.extend({ isHeld: z.boolean() }))
      .describe("memory units that the message or document reached, earliest first"),
    sessions: z
      .array(
        z.object({
          session: z.string(),
          user: z.string().nullable(),
          firstAt: Time,
          values: Count.describe(
            "number of units and answers of the session that the message or document reached",
          ),
        }),
      )
      .describe("earliest first"),
    users: z.array(z.string()).describe("end users of these sessions and of the graph"),
    answers: z
      .array(
        Reached.extend({
          judged: z.enum(["right", "wrong"]).nullable(),
          case: z.string().nullable().describe("id of the case, if the answer was wrong"),
        }),
      )
      .describe("earliest first"),
    isComplete: z
      .boolean()
      .describe(
        `false if more than ${MAX_REACHED} values were reached; each list holds at most ${MAX_LISTED_REACHED}`,
      ),
  })
  .meta({ id: "Reach" });

export type ImpactedAnswer = z.infer<typeof ImpactedAnswer>;
export type ImpactPage = z.infer<typeof ImpactPage>;
export type Reach = z.infer<typeof Reach>;
