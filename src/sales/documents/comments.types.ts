import { Field, Int } from "type-graphql";
import { Fields, integers, texts } from "../../contract/fields.js";
import { Shape } from "../../contract/shape.js";
import type { DocumentKind } from "./document-kinds.js";

/** A comment on a document. */
export interface DocumentComment {
  comment?: string | null;
  created_at?: string | null;
  entity_id?: number | null;
  is_customer_notified?: number | null;
  is_visible_on_front?: number | null;
  parent_id?: number | null;
}

/** Returns a class with the fields of comments: `class InvoiceComment extends CommentFields("invoice") {}`. */
export const CommentFields = (document: "invoice" | "shipment" | "credit memo") =>
  Fields({
    ...texts({ comment: "Text.", created_at: "Time, in UTC." }),
    ...integers({
      entity_id: "Id; assigned by the service.",
      is_customer_notified: "1 if the customer gets it by mail, otherwise 0.",
      is_visible_on_front: "1 if the customer's pages show it, otherwise 0.",
      parent_id: `Id of the ${document}.`,
    }),
  });

@Shape("DocumentCommentCreation", "A comment on a document that is being made.")
export class DocumentCommentCreation {
  @Field(() => String, { nullable: true, description: "Text; without it there is no comment." })
  comment?: string | null;

  @Field(() => Int, { nullable: true, description: "1 if the customer's pages show it, otherwise 0, the default." })
  is_visible_on_front?: number | null;
}

/** What a request for a document says about its comment and its mail. */
export interface DocumentNote {
  readonly notify?: boolean | null | undefined;
  /** Whether the comment is a part of the mail. */
  readonly appendComment?: boolean | null | undefined;
  readonly comment?: DocumentCommentCreation | null | undefined;
}

/** Returns the message for a comment on a document that cannot be saved. */
export const commentFailure = (kind: DocumentKind): string => `Could not save the ${kind} comment.`;
