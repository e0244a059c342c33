import { Fields, integers, texts } from "../../contract/fields.js";
import { Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";

@Shape("OrderStatusHistory", "A comment on an order, or a change of its status.")
export class OrderComment extends Fields({
  ...texts({
    comment: "Text.",
    created_at: "Time, in UTC.",
    entity_name: "Subject of the comment: order, invoice, shipment or creditmemo.",
    status: "Status of the order after the comment; by default the current one.",
  }),
  ...integers({
    entity_id: "Id; assigned by the service.",
    is_customer_notified: "1 if the comment is emailed to the customer, otherwise 0.",
    is_visible_on_front: "1 if the customer can see the comment in the shop, otherwise 0.",
    parent_id: "Id of the order.",
  }),
}) {}

export const OrderCommentSearchResults = SearchResults(OrderComment);
export type OrderCommentSearchResults = SearchResults<OrderComment>;
