/**
 * A scripted service for memory files: it takes events into a graph, and answers store and operations
 * from that graph, as the real one does.
 */
import { buildGraph } from "../../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import { storeAt } from "../../../src/graph/memory/store.ts";
