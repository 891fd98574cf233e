/** A project's prompts: found in graphs, written by people, or accepted from a proposal. */
import * as z from "zod";
import { MAX_NAME_CHARS } from "../limits.ts";
import { TokenUsage } from "./insights/tokens.ts";

/**
 * Maximum characters of a prompt. If a text in a trace is longer, the service assumes that the app
 * made it from a template and inserted other texts, so it does not count as a prompt.
 */
export const MAX_PROMPT_CHARS = 64 * 1024;

const Time = z.iso.datetime();
const Count = z.number().int().min(0);
const VersionNumber = z.number().int().min(1).describe("number of a version");
const Text = z.string().min(1).max(MAX_PROMPT_CHARS);
const Share = z
  .number()
  .gt(0)
  .lt(1)
  .describe("share of the graphs that get the candidate, above 0 and below 1");

export const PromptOrigin = z
  .enum(["traced", "proposed", "written"])
  .describe("found in a graph, accepted from a proposal, or written by a person");

/** The share of wrong answers with its confidence interval. */
export const WrongShare = z.object({
  answered: Count.describe("number of judged answers"),
  wrong: Count,
  low: z.number().describe("lower bound of the share's 95% interval"),
  high: z.number(),
});

/** An operation that gets this prompt as its instruction. */
export const PromptOwner = z.object({
  opName: z.string(),
  system: z.string().nullable(),
  calls: Count,
});

export const PromptSummary = z.object({
  id: z.string(),
  name: z.string(),
  active: VersionNumber.nullable().describe("the version that is served; null: the app's own text"),
  candidate: VersionNumber.nullable(),
  share: z.number().describe("share of the graphs that get the candidate"),
  current: VersionNumber.nullable().describe(
    "the active version; if there is none, the version traced last",
  ),
  versions: Count,
  owners: z
    .array(PromptOwner)
    .describe("operations that read the prompt; a change affects all of them"),
  cases: Count.describe("wrong answers whose decisive operation read this prompt"),
  isUnsteady: z
    .boolean()
    .describe("true if the text differs at nearly every call; record the template instead"),
  lastUsedAt: Time.nullable(),
  createdAt: Time,
});

export const PromptVersionSummary = z.object({
  number: VersionNumber,
  origin: PromptOrigin,
  length: Count.describe("characters"),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
  graphs: Count,
  tokens: TokenUsage.describe(
    "tokens of the operations that read this version, if they report them",
  ),
  cases: Count.describe("wrong answers whose decisive operation read this prompt"),
  outcome: WrongShare.describe(
    "share of wrong answers among those given while this version was the latest one used",
  ),
});

export const Prompt = PromptSummary.omit({ versions: true })
  .extend({ versions: z.array(PromptVersionSummary).describe("newest first") })
  .meta({ id: "Prompt" });

export const PromptVersion = PromptVersionSummary.extend({
  prompt: z.string().describe("id of the prompt"),
  name: z.string(),
  text: z.string(),
}).meta({ id: "PromptVersion" });

/** A prompt version that instructed a case's decisive operation. */
export const PromptBehind = z.object({
  id: z.string().describe("id of the prompt"),
  name: z.string(),
  version: VersionNumber,
});

export const WritePrompt = z
  .object({
    name: z
      .string()
      .min(1)
      .max(MAX_NAME_CHARS)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the schema refuses them
      .regex(/^[^\u0000-\u001f\u007f-\u009f]+$/, "must not contain control characters"),
    text: Text,
  })
  .meta({ id: "WritePrompt" });

const Candidate = z.object({ version: VersionNumber, share: Share });

/**
 * Figures of one prompt version. Some count the cases whose decisive operation read the version.
 * The others count the judged answers that were given while the version was in use.
 */
export const PromptShare = z.object({
  prompt: z.string().describe("id of the prompt"),
  name: z.string(),
  version: VersionNumber,
  count: Count.describe("attributed cases whose decisive operation read this prompt"),
  byType: z.record(z.string(), Count),
  outcome: WrongShare.describe(
    "figures of the answers while this version was the last one used; exact to the hour, and only for the requested system",
  ),
});

export const Serving = z
  .object({
    active: VersionNumber.nullable().describe("null: the app's own text"),
    candidate: Candidate.nullable().default(null),
  })
  .meta({ id: "Serving" });

const ServedText = z.object({ version: VersionNumber, text: z.string() });

/** All prompts with an active version or a candidate. */
export const ServedPrompts = z
  .object({
    prompts: z.array(
      z.object({
        name: z.string(),
        active: ServedText.nullable(),
        candidate: ServedText.extend({ share: Share }).nullable(),
      }),
    ),
  })
  .meta({ id: "ServedPrompts" });

export type PromptOrigin = z.infer<typeof PromptOrigin>;
export type PromptOwner = z.infer<typeof PromptOwner>;
export type PromptSummary = z.infer<typeof PromptSummary>;
export type PromptVersionSummary = z.infer<typeof PromptVersionSummary>;
export type Prompt = z.infer<typeof Prompt>;
export type PromptVersion = z.infer<typeof PromptVersion>;
export type Serving = z.infer<typeof Serving>;
export type ServedPrompts = z.infer<typeof ServedPrompts>;
export type PromptShare = z.infer<typeof PromptShare>;
export type PromptBehind = z.infer<typeof PromptBehind>;
export type WrongShare = z.infer<typeof WrongShare>;
