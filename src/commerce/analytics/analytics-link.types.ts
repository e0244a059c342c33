import { Field } from "type-graphql";
import { Shape } from "../../api/contract/shape.js";

@Shape("AnalyticsExport", "The latest export of data for analytics.")
export class AnalyticsExport {
  @Field(() => String, { description: "URL of the encrypted file, below the secure base URL of media." })
  url!: string;

  @Field(() => String, { description: "Initialization vector of the encryption, in base64." })
  initialization_vector!: string;
}
