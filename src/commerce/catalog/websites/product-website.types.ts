import { Field, InputType, Int } from "type-graphql";

@InputType("ProductWebsiteLinkInput", { description: "The assignment of a product to a website." })
export class ProductWebsiteLink {
  @Field(() => String, { nullable: true, description: "SKU of the product, case-insensitive." })
  sku?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the website." })
  website_id?: number | null;
}
