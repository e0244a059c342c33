import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../contract/shape.js";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";
import { Decimal, type DecimalText } from "../../contract/scalars.js";

@ExtensionAttributes("ProductLink")
export class ProductLinkExtension {
  @Extension(() => Decimal, "Default quantity of a product that is associated with a group.")
  qty?: DecimalText | null;
}

@Shape("ProductLink", "A product that another one points to: related, cross-sell and the like.")
export class ProductLink {
  @Field(() => String, { nullable: true, description: "SKU of the product that has the link." })
  sku?: string | null;

  @Field(() => String, { nullable: true, description: "`related`, `crosssell`, `upsell` or `associated`." })
  link_type?: string | null;

  @Field(() => String, { nullable: true, description: "SKU of the product that is pointed to." })
  linked_product_sku?: string | null;

  @Field(() => String, { nullable: true, description: "Type of the product that is pointed to; read only." })
  linked_product_type?: string | null;

  @Field(() => Int, { nullable: true, description: "Place among the links of the same type." })
  position?: number | null;

  @Field(() => ProductLinkExtension, { nullable: true, description: "Quantity of an associated product." })
  extension_attributes?: ProductLinkExtension | null;
}

@OutputShape("ProductLinkType", "A way in which a product can point to another one.")
export class ProductLinkType {
  @Field(() => Int, { description: "Number of the type." })
  code!: number;

  @Field(() => String, { description: "Name of the type, as in a link's `link_type`." })
  name!: string;
}

@OutputShape("ProductLinkAttribute", "What a link has besides the two products.")
export class ProductLinkAttribute {
  @Field(() => String, { description: "`position` or `qty`." })
  code!: string;

  @Field(() => String, { description: "`int` or `decimal`." })
  type!: string;
}
