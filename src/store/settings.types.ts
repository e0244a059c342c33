import { Field, InputType } from "type-graphql";
import { OutputShape } from "../contract/shape.js";

@OutputShape("ShopSetting", "A setting of the shop as it is in a scope.")
export class ShopSetting {
  @Field(() => String, { description: "Magento's path, such as carriers/flatrate/price." })
  path!: string;

  @Field(() => String, { description: "Value in the scope, as text; flags are 1 and 0." })
  value!: string;

  @Field(() => Boolean, {
    description: "Whether the scope has the value of its own, instead of that of a wider scope.",
  })
  is_own!: boolean;
}

@InputType("ShopSettingInput", { description: "A setting of the shop to store." })
export class SettingData {
  @Field(() => String, { description: "Magento's path, such as carriers/flatrate/price." })
  path!: string;

  @Field(() => String, {
    nullable: true,
    description: "Value as text; flags are 1 and 0. Null removes the value of the scope.",
  })
  value?: string | null;

  @Field(() => String, { nullable: true, description: "`default`, the default, `websites` or `stores`." })
  scope?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the website or store view; none for `default`." })
  scope_code?: string | null;
}
