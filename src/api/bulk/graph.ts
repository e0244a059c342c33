import { invalid } from "../call/errors.js";
import { type DomainGraph, edge } from "../contract/graph.js";
import { listsOf } from "../contract/related.js";
import { operationStatus } from "./closed-sets.types.js";
import { BulkProgress, bulkProgress } from "./status/progress/bulk-progress.js";
import { readOperationsOf } from "./status/bulk-status.sql.js";
import type { Bulk } from "./status/bulks.types.js";
import { permission } from "./status/permission.js";

/** Maximum operations of one bulk in an answer. */
const maxOperations = 100;

const operations = edge<Bulk, string>({
  on: "Bulk",
  name: "operations",
  type: "[Operation!]",
  description: "Its first operations, in the order of the call. Use the query `bulkOperations` to page through them.",
  args: {
    first: { type: "Int!", defaultValue: 20, description: "Maximum number of operations, 1 to 100." },
    status: { type: "Int", oneOf: operationStatus, description: "Only operations with this status." },
  },
  permission: [permission],
  isOwner: ({ user_type: type, user_id: id }, actor) => id !== null && type === actor.type && id === actor.id,
  needs: ["bulk_uuid", "user_type", "user_id"],
  key: ({ bulk_uuid: uuid }) => uuid,
  load: async (uuids, { first, status }, { db }) => {
    const limit = Number(first);
    if (limit < 1 || limit > maxOperations) throw invalid("first", limit);
    const found = await readOperationsOf(db, uuids, { limit, status: (status as number | null | undefined) ?? null });
    return listsOf(
      uuids,
      found.map((value) => ({ key: value.bulk_uuid, value })),
    );
  },
});

export const graph: DomainGraph = { edges: [operations], subscriptions: [bulkProgress], types: [BulkProgress] };
