import { Field, Int } from "type-graphql";
import { CartAddress } from "../cart/addresses/addresses.types.js";
import { Shape } from "../../api/contract/shape.js";

@Shape("GiftRegistryItem", "A product in a gift registry.")
export class GiftRegistryItem {
  @Field(() => String, { description: "SKU of the product." })
  sku!: string;

  @Field(() => Int, { description: "Quantity wanted, above zero." })
  qty!: number;
}

@Shape("GiftRegistry", "A gift registry of a customer, with the address that gifts are sent to.", {
  always: ["registry_id", "is_active", "is_public"],
})
export class GiftRegistry {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  registry_id?: number | null;

  @Field(() => Int, { description: "Id of the customer who owns it." })
  customer_id!: number;

  @Field(() => Int, { description: "Id of the website." })
  website_id!: number;

  @Field(() => String, { description: "Title." })
  title!: string;

  @Field(() => Boolean, { nullable: true, description: "Whether anyone can buy for it; true by default." })
  is_public?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it is active; true by default." })
  is_active?: boolean | null;

  @Field(() => CartAddress, { description: "Address that gifts are sent to." })
  shipping_address!: CartAddress;

  @Field(() => [GiftRegistryItem], { nullable: true, description: "Products in the registry." })
  items?: GiftRegistryItem[] | null;
}
