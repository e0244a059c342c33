import { Field, Int } from "type-graphql";
import { ReadOnly } from "../../api/contract/request-fields.js";
import { type DecimalText, Money } from "../../api/contract/scalars.js";
import { Shape } from "../../api/contract/shape.js";
import { SearchResults } from "../../api/search-criteria/search-results.js";

@Shape("GiftWrapping", "A gift wrapping that shoppers can choose.", { always: ["design", "base_currency_code"] })
export class GiftWrapping {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service. Send it to change the wrapping." })
  wrapping_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name in the store view; required for a new wrapping." })
  design?: string | null;

  @Field(() => Int, { nullable: true, description: "1 enabled, the default, or 0 disabled." })
  status?: number | null;

  @Field(() => Money, {
    nullable: true,
    description: "Price in base currency, zero or more; required for a new wrapping.",
  })
  base_price?: DecimalText | null;

  @Field(() => String, {
    nullable: true,
    description: "Name of the image file. Without content, null removes the image and any other value keeps it.",
  })
  image_name?: string | null;

  @Field(() => String, { nullable: true, description: "GIF, JPEG or PNG image in Base64; null in responses." })
  image_base64_content?: string | null;

  @Field(() => String, { nullable: true, description: "Base currency of the shop; any other value is rejected." })
  base_currency_code?: string | null;

  @Field(() => [Int], {
    nullable: true,
    description: "Ids of the websites that offer it; a new wrapping is offered on all by default.",
  })
  website_ids?: number[] | null;

  @ReadOnly(() => String, "URL of the image.")
  image_url?: string | null;
}

export const GiftWrappingSearchResults = SearchResults(GiftWrapping);
export type GiftWrappingSearchResults = SearchResults<GiftWrapping>;
