import { type DomainGraph, edge } from "../../api/contract/graph.js";
import { readCustomers } from "./customers.rows.js";
import type { Customer } from "./customers.types.js";
import { readGroups } from "./groups/groups.rows.js";

const group = edge<Customer, number>({
  on: "Customer",
  name: "group",
  type: "CustomerGroup",
  description: "The customer group.",
  permission: ["Magento_Customer::group"],
  needs: ["group_id"],
  key: ({ group_id: id }) => id ?? undefined,
  load: async (ids, _args, { db }) => {
    const byId = new Map((await readGroups(db, ids)).map((found) => [found.id, found]));
    return ids.map((id) => byId.get(id));
  },
});

const customer = edge<{ readonly customer_id?: number | null }, number>({
  on: "Order",
  name: "customer",
  type: "Customer",
  description: "The customer who placed the order; null for guests, and if the account was deleted.",
  permission: ["Magento_Customer::customer"],
  needs: ["customer_id"],
  key: ({ customer_id: id }) => id ?? undefined,
  load: async (ids, _args, { db }) => {
    const byId = new Map((await readCustomers(db, ids)).map((found) => [found.id, found]));
    return ids.map((id) => byId.get(id));
  },
});

export const graph: DomainGraph = {
  edges: [group, customer],
  nodes: { CustomerGroup: { field: "id", query: "customerGroup", argument: "id" } },
  cursors: { Customer: { filter: "entity_id", field: "id" } },
};
