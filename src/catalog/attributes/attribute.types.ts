import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";
import { CustomAttribute } from "./custom-attribute.types.js";

@Shape("AttributeOptionLabel", "What a store view calls an option.")
export class AttributeOptionLabel {
  @Field(() => Int, { nullable: true, description: "Id of the store view; 0 is the administration." })
  store_id?: number | null;

  @Field(() => String, { nullable: true, description: "The label there; empty: as in the administration." })
  label?: string | null;
}

@Shape("AttributeOption", "A choice that an attribute offers.")
export class AttributeOption {
  @Field(() => String, {
    nullable: true,
    description: "Read: the label in the store view of the call. Written: that of the administration.",
  })
  label?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What products hold: the option's id. Written, the id of the option to change; anything else is new.",
  })
  value?: string | null;

  @Field(() => Int, { nullable: true, description: "Place among the options; written only." })
  sort_order?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether new products get the option; written only." })
  is_default?: boolean | null;

  @Field(() => [AttributeOptionLabel], { nullable: true, description: "Labels of store views; written only." })
  store_labels?: AttributeOptionLabel[] | null;
}

@Shape("AttributeFrontendLabel", "What a store view calls an attribute.")
export class AttributeFrontendLabel {
  @Field(() => Int, { nullable: true, description: "Id of the store view; 0 sets the default label." })
  store_id?: number | null;

  @Field(() => String, { nullable: true, description: "The label there; empty: the default label." })
  label?: string | null;
}

@Shape("AttributeValidationRule", "A rule that values of an attribute have to keep.")
export class AttributeValidationRule {
  @Field(() => String, { nullable: true, description: "Name of the rule." })
  key?: string | null;

  @Field(() => String, { nullable: true, description: "What the rule asks for." })
  value?: string | null;
}

@ExtensionAttributes("CatalogAttribute")
export class CatalogAttributeExtension {
  @Extension(() => Boolean, "Whether texts are made of Page Builder's blocks; never set.")
  is_pagebuilder_enabled?: boolean | null;
}

@Shape("CatalogAttribute", "A property that products or categories can have, beyond the fields of their shape.")
export class CatalogAttribute {
  @Field(() => CatalogAttributeExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: CatalogAttributeExtension | null;

  @Field(() => Boolean, { nullable: true, description: "Whether a text is written with an editor." })
  is_wysiwyg_enabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether shops show HTML in the value as such." })
  is_html_allowed_on_front?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether shops offer to sort products by it." })
  used_for_sort_by?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether shops offer it as a filter of a category." })
  is_filterable?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether shops offer it as a filter of what a search found." })
  is_filterable_in_search?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether lists of the administration may have it as a column." })
  is_used_in_grid?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether lists of the administration show it unasked." })
  is_visible_in_grid?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether lists of the administration filter by it." })
  is_filterable_in_grid?: boolean | null;

  @Field(() => Int, { nullable: true, description: "Place among the filters of a shop." })
  position?: number | null;

  @Field(() => [String], { nullable: true, description: "Types of product that it applies to; empty: all." })
  apply_to?: string[] | null;

  @Field(() => String, { nullable: true, description: "`1` where searches look into it, else `0`." })
  is_searchable?: string | null;

  @Field(() => String, { nullable: true, description: "`1` where the advanced search has it, else `0`." })
  is_visible_in_advanced_search?: string | null;

  @Field(() => String, { nullable: true, description: "`1` where shops compare products by it, else `0`." })
  is_comparable?: string | null;

  @Field(() => String, { nullable: true, description: "`1` where rules of promotions may name it, else `0`." })
  is_used_for_promo_rules?: string | null;

  @Field(() => String, { nullable: true, description: "`1` where pages of products show it, else `0`." })
  is_visible_on_front?: string | null;

  @Field(() => String, { nullable: true, description: "`1` where lists of a shop need it, else `0`." })
  used_in_product_listing?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether people get to see it." })
  is_visible?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: "Where its values may differ: by `store`, by `website`, or nowhere (`global`).",
  })
  scope?: string | null;

  @Field(() => Int, { nullable: true, description: "Id." })
  attribute_id?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Code, which never changes; made from the label where a new attribute comes without.",
  })
  attribute_code?: string | null;

  @Field(() => String, { nullable: true, description: "How it is entered, such as `text` or `select`; never changes." })
  frontend_input?: string | null;

  @Field(() => String, { nullable: true, description: "Id of what has it: 3 categories, 4 products." })
  entity_type_id?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it must have a value." })
  is_required?: boolean | null;

  @Field(() => [AttributeOption], { nullable: true, description: "What there is to choose from." })
  options?: AttributeOption[] | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it was added to those of the system; read only." })
  is_user_defined?: boolean | null;

  @Field(() => String, { nullable: true, description: "Label where a store view has none of its own." })
  default_frontend_label?: string | null;

  @Field(() => [AttributeFrontendLabel], { nullable: true, description: "Labels of store views." })
  frontend_labels?: AttributeFrontendLabel[] | null;

  @Field(() => String, { nullable: true, description: "A remark for those who enter values." })
  note?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Type of its values: `varchar`, `text`, `int`, `decimal`, `datetime` or `static`; read only.",
  })
  backend_type?: string | null;

  @Field(() => String, { nullable: true, description: "Name of the class that Magento saves values with; read only." })
  backend_model?: string | null;

  @Field(() => String, { nullable: true, description: "Name of the class that Magento gets options from; read only." })
  source_model?: string | null;

  @Field(() => String, { nullable: true, description: "Value that new products get." })
  default_value?: string | null;

  @Field(() => String, { nullable: true, description: "`1` where no two products may have the same value, else `0`." })
  is_unique?: string | null;

  @Field(() => String, { nullable: true, description: "Rule for values, such as `validate-digits`." })
  frontend_class?: string | null;

  @Field(() => [AttributeValidationRule], { nullable: true, description: "Further rules for values; none so far." })
  validation_rules?: AttributeValidationRule[] | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Further values of the attribute; none so far." })
  custom_attributes?: CustomAttribute[] | null;
}

export const CatalogAttributeSearchResults = SearchResults(CatalogAttribute);
export type CatalogAttributeSearchResults = SearchResults<CatalogAttribute>;

@OutputShape("ProductAttributeType", "A way in which values of an attribute are entered.")
export class ProductAttributeType {
  @Field(() => String, { description: "What `frontend_input` has." })
  value!: string;

  @Field(() => String, { description: "Its name." })
  label!: string;
}
