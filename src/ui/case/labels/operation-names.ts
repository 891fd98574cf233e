import { createContext } from "react";

/**
 * Maps operation ids to names. A label contains only the ids, so the pages look up the names here.
 */
export const OperationNames = createContext<ReadonlyMap<string, string>>(new Map());
