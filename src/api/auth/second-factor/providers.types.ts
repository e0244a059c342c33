import { Field } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("TwoFactorAuthEngine", "The engine that verifies the codes of a provider.")
export class TwoFactorAuthEngine {
  @Field(() => Boolean, { description: "Whether the engine can be used." })
  enabled!: boolean;
}

@OutputShape("TwoFactorAuthProvider", "A two-factor authentication provider.")
export class TwoFactorAuthProvider {
  @Field(() => Boolean, { description: "Whether administrators can use it." })
  enabled!: boolean;

  @Field(() => TwoFactorAuthEngine, { description: "The engine that verifies its codes." })
  engine!: TwoFactorAuthEngine;

  @Field(() => String, { description: "Code: `google`." })
  code!: string;

  @Field(() => String, { description: "Display name." })
  name!: string;

  @Field(() => String, { description: "Id of the icon in Magento's admin panel." })
  icon!: string;

  @Field(() => Boolean, { description: "Whether an administrator's setup can be reset." })
  reset_allowed!: boolean;

  @Field(() => String, { description: "Page of Magento's admin panel that sets it up. Portico has no such page." })
  configure_action!: string;

  @Field(() => String, { description: "Page of Magento's admin panel that asks for a code. Portico has no such page." })
  auth_action!: string;

  @Field(() => [String], { description: "Further pages of Magento's admin panel. Portico has no such pages." })
  extra_actions!: readonly string[];
}

@OutputShape("GoogleConfigure", "The setup data for an authenticator app.")
export class GoogleConfigure {
  @Field(() => String, { description: "PNG image of the QR code to scan, in Base64." })
  qr_code_base64!: string;

  @Field(() => String, { description: "The secret in Base32, for manual entry." })
  secret_code!: string;
}
