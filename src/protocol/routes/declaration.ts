/** Declares an API route: its input, its answers, and who may call it. */
import * as z from "zod";
import type { Scope } from "../api/api.ts";
import type { Audit } from "../api/teams/audit-actions.ts";
import { decodeCursor } from "../cursor.ts";
import type { ErrorCode } from "../error-codes.ts";

type Content = Readonly<Record<string, { readonly schema: z.ZodType }>>;

/**
 * A route's method, and whether a client can safely send the same request twice. This is always
 * safe for methods other than POST. A POST route says in `isRepeatable` whether it is safe.
 */
type Repetition =
  | {
      readonly method: "get";
      readonly isRepeatable?: undefined;
      /** Only exports have this: the audit log does not record any other GET request. */
      readonly audit?: Audit;
    }
  | {
      readonly method: "put" | "patch" | "delete";
      readonly isRepeatable?: undefined;
      readonly audit: Audit;
    }
  | {
      readonly method: "post";
      readonly audit: Audit;
      /**
       * Whether a repeated request has no further effect and gets the same answer. If a request
       * fails, the error tells the client whether it can repeat the request.
       */
      readonly isRepeatable: boolean;
    };

/**
 * This must be a type alias. An interface would not fit the router's type of a route, because that
 * type has an index signature.
 */
export type RouteContract = Repetition & {
  readonly path: `/${string}`;
  readonly tags: string[];
  readonly summary: string;
  readonly description?: string;
  /** Parameters that the handler validates itself. */
  readonly parameters?: {
    readonly name: string;
    readonly in: "header";
    readonly required: boolean;
    readonly description: string;
    readonly schema: {
      readonly type: "string";
      readonly minLength: number;
      readonly maxLength: number;
    };
  }[];
  readonly request?: {
    readonly params?: z.ZodObject;
    readonly query?: z.ZodObject;
    readonly body?: { readonly required: true; readonly content: Content };
  };
  readonly responses: Readonly<
    Record<number, { readonly description: string; readonly content?: Content }>
  >;
};

export interface Declaration<C extends RouteContract = RouteContract> {
  /**
   * Says who may call the route. If it is a scope, the caller is a key or a person with this scope
   * in the project. `person` is anybody who is signed in; the route then belongs to no project.
   * `operator` is an operator of the installation. `link` is anybody with a link, and the operation
   * checks the link's token.
   */
  readonly access: Scope | "person" | "operator" | "link";
  /**
   * Error codes that are specific to this route. `http/route.ts` adds the codes that follow from
   * the contract, such as `invalid_json` for a route with a body.
   */
  readonly errors: readonly ErrorCode[];
  readonly contract: C;
}

export function declare<const C extends RouteContract>(
  access: Declaration["access"],
  errors: readonly ErrorCode[],
  contract: C,
): Declaration<C> {
  return { access, errors, contract };
}

export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { "application/json": { schema } } };
}

export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true as const, content: { "application/json": { schema } } };
}

/**
 * Every route that reads graphs declares the answer 304. The type of the route does not contain
 * this answer, because only a client that sends an ETag gets it.
 */
export const UNCHANGED: object = {
  304: { description: "Nothing has changed since the answer with the ETag in `If-None-Match`." },
};

/** Query parameters of a route that returns a list page by page. */
export const PageQuery = z.object({
  cursor: z
    .string()
    .transform((text, context) => {
      const cursor = decodeCursor(text);
      if (cursor === undefined)
        context.addIssue("must be the value of `next` on the previous page");
      return cursor;
    })
    .optional()
    .meta({ description: "the value of `next` on the previous page" }),
  limit: z.coerce
    .number({ error: "must be a whole number from 1 to 200" })
    .int()
    .min(1)
    .max(200)
    .default(50),
});
