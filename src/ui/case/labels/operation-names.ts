import { createContext } from "react";

/** Names of operations by id. Labels contain only ids. */
export const OperationNames = createContext<ReadonlyMap<string, string>>(new Map());
