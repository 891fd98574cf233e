/** A project's prices for the models of its traced system. */
import * as z from "zod";
import { listOf } from "../../bounded-inputs.ts";
import { MAX_MODEL_CHARS, MAX_MODEL_PRICES, MAX_USD_PER_MILLION } from "../../limits.ts";

const PRICE = `must be from 0 to ${MAX_USD_PER_MILLION.toLocaleString("en")} US dollars for a million tokens`;
const Usd = z.number(PRICE).min(0, PRICE).max(MAX_USD_PER_MILLION, PRICE);

const ModelPrice = z.object({
  model: z
    .string()
    .trim()
    .min(1, "must name a model, or begin the names of several models and end with *")
    .max(MAX_MODEL_CHARS, `must have at most ${MAX_MODEL_CHARS} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the schema refuses them
    .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, "must not contain control characters")
    .regex(/^[^*]*\*?$/, "may have one *, only at its end. Remove the others")
    .describe(
      "the model's name as operations report it, in the same case. A name that ends in * stands for all names that begin with the text before the *. An exact name wins, then the longest beginning",
    ),
  usdPerMillionInput: Usd.describe("price of a million input tokens"),
  usdPerMillionCachedInput: Usd.nullable()
    .default(null)
    .describe(
      "price of a million input tokens from a cache; null if cached tokens cost as much as other input tokens",
    ),
  usdPerMillionOutput: Usd.describe("price of a million output tokens"),
});

export const ModelPrices = z
  .object({
    prices: listOf(ModelPrice, MAX_MODEL_PRICES).describe(
      "replaces all prices; without prices, no costs are shown",
    ),
  })
  .superRefine(({ prices }, context) => {
    const seen = new Set<string>();
    for (const [index, { model }] of prices.entries()) {
      if (seen.has(model))
        context.addIssue({
          ...{ code: "custom", path: ["prices", index, "model"] },
          message: "has a price already. Remove one of the two prices",
        });
      seen.add(model);
    }
  })
  .meta({ id: "ModelPrices" });

export type ModelPrice = z.infer<typeof ModelPrice>;
export type ModelPrices = z.infer<typeof ModelPrices>;
