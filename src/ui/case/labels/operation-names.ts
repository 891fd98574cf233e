import { createContext } from "react";

/** Names of operations by id, for labels, which name operations by id only. */
export const OperationNames = createContext<ReadonlyMap<string, string>>(new Map());
