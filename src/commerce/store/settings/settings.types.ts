import { Field, InputType } from "type-graphql";
import { OutputShape } from "../../../api/contract/shape.js";

@OutputShape("ShopSetting", "A shop setting, as it applies in a scope.")
export class ShopSetting {
  @Field(() => String, { description: "Magento's path, such as carriers/flatrate/price." })
  path!: string;

  @Field(() => String, { description: "Value in the scope, as text; flags are 1 and 0." })
  value!: string;

  @Field(() => Boolean, {
    description: "Whether the value is set in this scope itself, instead of inherited from a wider scope.",
  })
  is_own!: boolean;
}

@InputType("ShopSettingInput", { description: "A shop setting to store." })
export class SettingData {
  @Field(() => String, { description: "Magento's path, such as carriers/flatrate/price." })
  path!: string;

  @Field(() => String, {
    nullable: true,
    description: "Value as text; flags are 1 and 0. Null removes the value of the scope.",
  })
  value?: string | null;

  @Field(() => String, { nullable: true, description: "Scope: `default` (the default), `websites` or `stores`." })
  scope?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the website or store view; omit it for `default`." })
  scope_code?: string | null;
}
