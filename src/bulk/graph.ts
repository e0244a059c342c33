import type { DomainGraph } from "../contract/graph.js";
import { BulkProgress, bulkProgress } from "./status/bulk-progress.js";

export const graph: DomainGraph = { subscriptions: [bulkProgress], types: [BulkProgress] };
