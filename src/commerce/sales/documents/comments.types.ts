import { Field, Int } from "type-graphql";
import { Fields, integers, orZero, texts } from "../../../api/contract/fields.js";
import { Shape } from "../../../api/contract/shape.js";
import type { DocumentKind } from "./document-numbers.sql.js";

/** A comment on a document. */
export interface DocumentComment {
  comment?: string | null;
  created_at?: string | null;
  entity_id?: number | null;
  is_customer_notified?: number | null;
  is_visible_on_front?: number | null;
  parent_id?: number | null;
}

/** The texts of a comment. */
export const commentTexts = texts({ comment: "Text.", created_at: "Time, in UTC." });

/** Returns the numbers of a comment on an order or a document. */
export const commentNumbers = (subject: "order" | "invoice" | "shipment" | "credit memo") => ({
  ...integers({ entity_id: "Id; assigned by the service." }),
  ...orZero(
    integers({
      is_customer_notified: "1 if the comment is emailed to the customer, otherwise 0.",
      is_visible_on_front: "1 if the customer can see the comment in the shop, otherwise 0.",
    }),
  ),
  ...integers({ parent_id: `Id of the ${subject}.` }),
});

/** Returns a class with the fields of comments: `class InvoiceComment extends CommentFields("invoice") {}`. */
export const CommentFields = (document: "invoice" | "shipment" | "credit memo") =>
  Fields({ ...commentTexts, ...commentNumbers(document) });

@Shape("DocumentCommentCreation", "A comment on a new document.")
export class DocumentCommentCreation {
  @Field(() => String, { nullable: true, description: "Text. Without it, no comment is added." })
  comment?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "1 if the customer can see the comment in the shop, otherwise 0, the default.",
  })
  is_visible_on_front?: number | null;
}

/** The comment and the email that a request for a document asks for. */
export interface DocumentNote {
  readonly notify?: boolean | null | undefined;
  /** Whether the email includes the comment. */
  readonly appendComment?: boolean | null | undefined;
  readonly comment?: DocumentCommentCreation | null | undefined;
}

/** Returns the error message for a document comment that cannot be saved. */
export const commentFailure = (kind: DocumentKind): string => `Could not save the ${kind} comment.`;
