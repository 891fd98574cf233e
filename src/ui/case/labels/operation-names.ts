import { createContext } from "react";

/** Operation id → operation name. Needed because labels contain only ids. */
export const OperationNames = createContext<ReadonlyMap<string, string>>(new Map());
