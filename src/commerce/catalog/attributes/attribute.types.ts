import { Field, Int } from "type-graphql";
import { ReadOnly } from "../../../api/contract/request-fields.js";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { CustomAttribute } from "./custom-attribute.types.js";
import { OneOf } from "../../../api/contract/closed-set.js";
import { attributeScope } from "../closed-sets.types.js";

@Shape("AttributeOptionLabel", "The label of an option in a store view.", { mayLack: [] })
export class AttributeOptionLabel {
  @Field(() => Int, { nullable: true, description: "Id of the store view; 0 is the admin store view." })
  store_id?: number | null;

  @Field(() => String, { nullable: true, description: "The label; empty falls back to the admin label." })
  label?: string | null;
}

@Shape("AttributeOption", "An option of an attribute.", { always: ["label", "value"] })
export class AttributeOption {
  @Field(() => String, {
    nullable: true,
    description: "On reads the label in the current store view, on writes the admin label.",
  })
  label?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The option's id, which products store. On writes an existing id updates that option; any other value creates one.",
  })
  value?: string | null;

  @Field(() => Int, { nullable: true, description: "Sort order among the options; write-only." })
  sort_order?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether new products get the option by default; write-only." })
  is_default?: boolean | null;

  @Field(() => [AttributeOptionLabel], { nullable: true, description: "Labels by store view; write-only." })
  store_labels?: AttributeOptionLabel[] | null;
}

@Shape("AttributeFrontendLabel", "The label of an attribute in a store view.", { mayLack: [] })
export class AttributeFrontendLabel {
  @Field(() => Int, { nullable: true, description: "Id of the store view; 0 sets the default label." })
  store_id?: number | null;

  @Field(() => String, { nullable: true, description: "The label; empty falls back to the default label." })
  label?: string | null;
}

@Shape("AttributeValidationRule", "A validation rule for values of an attribute.", { mayLack: [] })
export class AttributeValidationRule {
  @Field(() => String, { nullable: true, description: "Name of the rule." })
  key?: string | null;

  @Field(() => String, { nullable: true, description: "Argument of the rule." })
  value?: string | null;
}

@ExtensionAttributes("CatalogAttribute")
export class CatalogAttributeExtension {
  @Extension(() => Boolean, "Whether the text uses Page Builder; always false.")
  is_pagebuilder_enabled?: boolean | null;
}

@Shape("CatalogAttribute", "An attribute of products or categories, in addition to the fields of their shape.", {
  mayLack: ["default_frontend_label", "default_value", "backend_model", "source_model", "frontend_class", "note"],
})
export class CatalogAttribute {
  @Field(() => CatalogAttributeExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: CatalogAttributeExtension | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the text is edited with a rich text editor." })
  is_wysiwyg_enabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the storefront renders HTML in the value." })
  is_html_allowed_on_front?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the storefront offers sorting by the attribute." })
  used_for_sort_by?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the storefront offers it as a filter on category pages.",
  })
  is_filterable?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the storefront offers it as a filter in search results.",
  })
  is_filterable_in_search?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it is available as a column in admin grids." })
  is_used_in_grid?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it is a default column in admin grids." })
  is_visible_in_grid?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether admin grids can filter by it." })
  is_filterable_in_grid?: boolean | null;

  @Field(() => Int, { nullable: true, description: "Sort order among the storefront filters." })
  position?: number | null;

  @Field(() => [String], {
    nullable: true,
    description: "Product types that the attribute applies to; empty means all.",
  })
  apply_to?: string[] | null;

  @Field(() => String, { nullable: true, description: "`1` if the quick search includes it, otherwise `0`." })
  is_searchable?: string | null;

  @Field(() => String, { nullable: true, description: "`1` if the advanced search includes it, otherwise `0`." })
  is_visible_in_advanced_search?: string | null;

  @Field(() => String, { nullable: true, description: "`1` if product comparison includes it, otherwise `0`." })
  is_comparable?: string | null;

  @Field(() => String, { nullable: true, description: "`1` if promotion rules can use it, otherwise `0`." })
  is_used_for_promo_rules?: string | null;

  @Field(() => String, { nullable: true, description: "`1` if product pages show it, otherwise `0`." })
  is_visible_on_front?: string | null;

  @Field(() => String, { nullable: true, description: "`1` if product listings load it, otherwise `0`." })
  used_in_product_listing?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it is visible to users." })
  is_visible?: boolean | null;

  @OneOf(attributeScope)
  @Field(() => String, {
    nullable: true,
    description: "Scope in which its values can differ.",
  })
  scope?: string | null;

  @Field(() => Int, { nullable: true, description: "Id." })
  attribute_id?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Code; cannot be changed. Derived from the label if omitted on creation.",
  })
  attribute_code?: string | null;

  @Field(() => String, { nullable: true, description: "Input type, such as `text` or `select`; cannot be changed." })
  frontend_input?: string | null;

  @Field(() => String, { nullable: true, description: "Id of the entity type: 3 for categories, 4 for products." })
  entity_type_id?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether a value is required." })
  is_required?: boolean | null;

  @Field(() => [AttributeOption], { nullable: true, description: "The available options." })
  options?: AttributeOption[] | null;

  @ReadOnly(() => Boolean, "Whether it is user-defined and not a system attribute.")
  is_user_defined?: boolean | null;

  @Field(() => String, { nullable: true, description: "Default label." })
  default_frontend_label?: string | null;

  @Field(() => [AttributeFrontendLabel], { nullable: true, description: "Labels by store view." })
  frontend_labels?: AttributeFrontendLabel[] | null;

  @Field(() => String, { nullable: true, description: "Note for editors." })
  note?: string | null;

  @ReadOnly(() => String, "Type of its values: `varchar`, `text`, `int`, `decimal`, `datetime` or `static`.")
  backend_type?: string | null;

  @ReadOnly(() => String, "Backend model of Magento.")
  backend_model?: string | null;

  @ReadOnly(() => String, "Source model of Magento.")
  source_model?: string | null;

  @Field(() => String, { nullable: true, description: "Default value for new products." })
  default_value?: string | null;

  @Field(() => String, { nullable: true, description: "`1` if values must be unique among products, otherwise `0`." })
  is_unique?: string | null;

  @Field(() => String, { nullable: true, description: "Validation rule for values, such as `validate-digits`." })
  frontend_class?: string | null;

  @Field(() => [AttributeValidationRule], { nullable: true, description: "Further validation rules; always empty." })
  validation_rules?: AttributeValidationRule[] | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Further attributes; always empty." })
  custom_attributes?: CustomAttribute[] | null;
}

export const CatalogAttributeSearchResults = SearchResults(CatalogAttribute);
export type CatalogAttributeSearchResults = SearchResults<CatalogAttribute>;

@OutputShape("ProductAttributeType", "An input type of attributes.")
export class ProductAttributeType {
  @Field(() => String, { description: "The value of `frontend_input`." })
  value!: string;

  @Field(() => String, { description: "Display name." })
  label!: string;
}
