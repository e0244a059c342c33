import { Field } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("GoogleConfigure", "The setup data for an authenticator app.")
export class GoogleConfigure {
  @Field(() => String, { description: "PNG image of the QR code to scan, in Base64." })
  qr_code_base64!: string;

  @Field(() => String, { description: "The secret in Base32, for manual entry." })
  secret_code!: string;
}
