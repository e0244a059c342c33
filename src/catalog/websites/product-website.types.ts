import { Field, InputType, Int } from "type-graphql";

@InputType("ProductWebsiteLinkInput", { description: "That a website sells a product." })
export class ProductWebsiteLink {
  @Field(() => String, { nullable: true, description: "SKU of the product, in any case." })
  sku?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the website." })
  website_id?: number | null;
}
