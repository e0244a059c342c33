import { Fields, texts } from "../../../api/contract/fields.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { commentNumbers, commentTexts } from "../documents/comments.types.js";

@Shape("OrderStatusHistory", "A comment on an order, or a change of its status.", {
  always: ["entity_id", "parent_id", "created_at"],
  lacksInRest: ["created_at"],
  isPartial: true,
})
export class OrderComment extends Fields({
  ...commentTexts,
  ...texts({
    entity_name: "Subject of the comment: order, invoice, shipment or creditmemo.",
    status: "Status of the order after the comment; by default the current one.",
  }),
  ...commentNumbers("order"),
}) {}

export const OrderCommentSearchResults = SearchResults(OrderComment);
export type OrderCommentSearchResults = SearchResults<OrderComment>;
