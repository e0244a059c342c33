import type { DomainGraph } from "../../api/contract/graph.js";
import { attributeEdges, AttributeValue } from "./attribute-edges.js";
import { categoryEdges } from "./categories/category-edges.js";
import { productEdges } from "./product-edges.js";
import { pageEdges } from "./urls/page-edges.js";

export const graph: DomainGraph = {
  edges: [...categoryEdges, ...productEdges, ...attributeEdges, ...pageEdges],
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
