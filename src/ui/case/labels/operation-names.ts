import { createContext } from "react";

/** For each operation: its id and its name. Labels contain only ids. */
export const OperationNames = createContext<ReadonlyMap<string, string>>(new Map());
