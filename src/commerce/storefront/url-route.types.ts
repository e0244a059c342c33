import { Field, Int } from "type-graphql";
import { closedSet, OneOf, type ValueOf } from "../../api/contract/closed-set.js";
import { OutputShape } from "../../api/contract/shape.js";

export const pageType = closedSet("PageType", "What a page of the storefront shows.", {
  PRODUCT: ["product", "A product."],
  CATEGORY: ["category", "A category."],
  CMS_PAGE: ["cms-page", "A CMS page."],
});

@OutputShape("UrlRoute", "What the storefront shows at a path.")
export class UrlRoute {
  @OneOf(pageType)
  @Field(() => String, { description: "Type of the record." })
  type!: ValueOf<typeof pageType>;

  @Field(() => Int, { description: "Id of the product, the category or the CMS page." })
  id!: number;
}
