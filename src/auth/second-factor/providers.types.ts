import { Field } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";

@OutputShape("TwoFactorAuthEngine", "What checks the codes of a provider.")
export class TwoFactorAuthEngine {
  @Field(() => Boolean, { description: "Whether it can be used." })
  enabled!: boolean;
}

@OutputShape("TwoFactorAuthProvider", "A way to prove a second factor.")
export class TwoFactorAuthProvider {
  @Field(() => Boolean, { description: "Whether administrators can use it." })
  enabled!: boolean;

  @Field(() => TwoFactorAuthEngine, { description: "What checks its codes." })
  engine!: TwoFactorAuthEngine;

  @Field(() => String, { description: "Code: `google`." })
  code!: string;

  @Field(() => String, { description: "Name for people." })
  name!: string;

  @Field(() => String, { description: "Icon, as Magento's admin panel names it." })
  icon!: string;

  @Field(() => Boolean, { description: "Whether the set-up of an administrator can be undone." })
  reset_allowed!: boolean;

  @Field(() => String, { description: "Page of Magento's admin panel that sets it up. Portico has no such page." })
  configure_action!: string;

  @Field(() => String, { description: "Page of Magento's admin panel that asks for a code. Portico has no such page." })
  auth_action!: string;

  @Field(() => [String], { description: "Further pages of Magento's admin panel. Portico has no such pages." })
  extra_actions!: readonly string[];
}
