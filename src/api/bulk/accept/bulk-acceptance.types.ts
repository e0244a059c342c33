import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("BulkRequestItem", "An accepted operation of a bulk.")
export class BulkRequestItem {
  @Field(() => Int, { description: "Position of the element in the call, from 0." })
  id!: number;

  @Field(() => String, { nullable: true, description: "Reserved; always null." })
  data_hash!: null;

  @Field(() => String, { description: "Reserved; always `accepted`." })
  status!: string;
}

@OutputShape("BulkAcceptance", "The response to an accepted asynchronous or bulk call.")
export class BulkAcceptance {
  @Field(() => String, { description: "Id of the bulk, for reading its status." })
  bulk_uuid!: string;

  @Field(() => [BulkRequestItem], { description: "The operations, in the order of the elements in the call." })
  request_items!: readonly BulkRequestItem[];

  @Field(() => Boolean, { description: "Reserved; always false." })
  errors!: boolean;
}
