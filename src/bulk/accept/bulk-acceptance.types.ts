import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("BulkRequestItem", "An operation that was accepted.")
export class BulkRequestItem {
  @Field(() => Int, { description: "Place of the element in the call, from 0." })
  id!: number;

  @Field(() => String, { nullable: true, description: "Reserved; always null." })
  data_hash!: null;

  @Field(() => String, { description: "Reserved; always `accepted`." })
  status!: string;
}

@OutputShape("BulkAcceptance", "What was queued.")
export class BulkAcceptance {
  @Field(() => String, { description: "Id of the bulk, under which its status can be read." })
  bulk_uuid!: string;

  @Field(() => [BulkRequestItem], { description: "The operations, in the order of the elements." })
  request_items!: readonly BulkRequestItem[];

  @Field(() => Boolean, { description: "Reserved; always false." })
  errors!: boolean;
}
