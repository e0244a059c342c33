import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";
import { OneOf } from "../../contract/closed-set.js";
import { callerType } from "../../auth/closed-sets.types.js";
import { operationStatus } from "../closed-sets.types.js";

const statusDescription = "Status. A retriable operation failed but can be retried, a failed one needs a correction.";

@OutputShape("OperationStatus", "The status of an operation of a bulk.")
export class OperationStatus {
  @Field(() => Int, { description: "Position of the element in the call, from 0." })
  id!: number;

  @OneOf(operationStatus)
  @Field(() => Int, { description: statusDescription })
  status!: number;

  @Field(() => String, { nullable: true, description: "Its outcome in a sentence; null while it is open." })
  result_message?: string | null;

  @Field(() => Int, { nullable: true, description: "Code of the error; null if there was none." })
  error_code?: number | null;
}

@ExtensionAttributes("Operation")
export class OperationExtension {
  @Extension(() => String, "When the bulk was accepted, UTC, `YYYY-MM-DD hh:mm:ss`.")
  start_time?: string;
}

@OutputShape("Operation", "An operation of a bulk with its request and its response.")
export class Operation extends OperationStatus {
  @Field(() => String, { description: "Id of the bulk." })
  bulk_uuid!: string;

  @Field(() => String, { description: "Topic: `async.<service contract>.<method>.<verb>`." })
  topic_name!: string;

  @Field(() => String, {
    description:
      "JSON with the keys entity_id (null), entity_link (empty) and meta_information, which is the element of the call as JSON text, and store_id, the id of its store view as text. Secrets are masked, and files in Base64 are removed once it has succeeded.",
  })
  serialized_data!: string;

  @Field(() => String, {
    nullable: true,
    description: "Answer of the synchronous call as JSON; null if there is none.",
  })
  result_serialized_data?: string | null;

  @Field(() => OperationExtension, { nullable: true, description: "Extension attributes; only in search results." })
  extension_attributes?: OperationExtension;
}

@OutputShape("BulkHead", "Fields that both forms of a bulk's status share.")
class BulkHead {
  @OneOf(callerType)
  @Field(() => Int, { description: "Type of its sender." })
  user_type!: number;

  @Field(() => String, { description: "Id of the bulk." })
  bulk_id!: string;

  @Field(() => String, { description: "Topic of its operations." })
  description!: string;

  @Field(() => String, { description: "Time at which the bulk was accepted, UTC, `YYYY-MM-DD hh:mm:ss`." })
  start_time!: string;

  @Field(() => Int, { nullable: true, description: "Id of its sender; null for a guest." })
  user_id?: number | null;

  @Field(() => Int, { description: "Number of its operations." })
  operation_count!: number;
}

@OutputShape("BulkStatus", "The status of the operations of a bulk.")
export class BulkStatusSummary extends BulkHead {
  @Field(() => [OperationStatus], { description: "The operations, in the order in which they were sent." })
  operations_list!: OperationStatus[];
}

@OutputShape("DetailedBulkStatus", "The status of the operations of a bulk, with their requests and responses.")
export class BulkStatusDetail extends BulkHead {
  @Field(() => [Operation], { description: "The operations, in the order in which they were sent." })
  operations_list!: Operation[];
}

export const OperationSearchResults = SearchResults(Operation);
export type OperationSearchResults = SearchResults<Operation>;
