import { Fields, integers, texts } from "../../contract/fields.js";
import { Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";

@Shape("OrderStatusHistory", "A comment on an order, or a change of its status.")
export class OrderComment extends Fields({
  ...texts({
    comment: "Text.",
    created_at: "Time, in UTC.",
    entity_name: "Document that it is about: order, invoice, shipment or creditmemo.",
    status: "Status of the order from then on; the current one by default.",
  }),
  ...integers({
    entity_id: "Id; assigned by the service.",
    is_customer_notified: "1 if the customer gets it by mail, otherwise 0.",
    is_visible_on_front: "1 if the customer's pages show it, otherwise 0.",
    parent_id: "Id of the order.",
  }),
}) {}

export const OrderCommentSearchResults = SearchResults(OrderComment);
export type OrderCommentSearchResults = SearchResults<OrderComment>;
