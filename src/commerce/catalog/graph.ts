import type { DomainGraph } from "../../api/contract/graph.js";
import { attributeEdges, AttributeValue } from "./attribute-edges.js";
import { categoryEdges } from "./category-edges.js";
import { productEdges } from "./product-edges.js";

export const graph: DomainGraph = {
  edges: [...categoryEdges, ...productEdges, ...attributeEdges],
  cursors: {
    Product: { filter: "entity_id", field: "id" },
    Category: { filter: "entity_id", field: "id" },
  },
  nodes: {
    Product: { field: "sku", query: "product", argument: "sku" },
    Category: { field: "id", query: "category", argument: "categoryId" },
  },
  types: [AttributeValue],
};
