import { Field, Int } from "type-graphql";
import { ReadOnly, RequiredInput } from "../../../api/contract/request-fields.js";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { OneOf, Values } from "../../../api/contract/closed-set.js";
import { linkType, productTypeId } from "../closed-sets.types.js";

@ExtensionAttributes("ProductLink")
export class ProductLinkExtension {
  @Extension(() => Decimal, "Default quantity of a product in a grouped product.")
  qty?: DecimalText | null;
}

@Shape("ProductLink", "A link from one product to another: related, up-sell, cross-sell or associated.", {
  mayLack: [],
})
export class ProductLink {
  @Field(() => String, { nullable: true, description: "SKU of the product that has the link." })
  sku?: string | null;

  @OneOf(linkType)
  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Type of the link." })
  link_type?: string | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "SKU of the linked product." })
  linked_product_sku?: string | null;

  @OneOf(productTypeId)
  @ReadOnly(() => String, "Type of the linked product.")
  linked_product_type?: string | null;

  @Field(() => Int, { nullable: true, description: "Sort order among the links of the same type." })
  position?: number | null;

  @Field(() => ProductLinkExtension, { nullable: true, description: "Quantity of an associated product." })
  extension_attributes?: ProductLinkExtension | null;
}

@OutputShape("ProductLinkType", "A link type.")
export class ProductLinkType {
  @Field(() => Int, { description: "Code of the type." })
  code!: number;

  @Field(() => String, { description: "Name of the type, as in the `link_type` of a link." })
  name!: string;
}

@OutputShape("ProductLinkAttribute", "An attribute of links.")
export class ProductLinkAttribute {
  @Values("position", "qty")
  @Field(() => String, { description: "`position` or `qty`." })
  code!: string;

  @Values("int", "decimal")
  @Field(() => String, { description: "`int` or `decimal`." })
  type!: string;
}
