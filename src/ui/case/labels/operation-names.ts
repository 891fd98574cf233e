import { createContext } from "react";

/** Operation id → name, because labels contain only ids. */
export const OperationNames = createContext<ReadonlyMap<string, string>>(new Map());
