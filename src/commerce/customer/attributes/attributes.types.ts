import { Field, Int } from "type-graphql";
import { OutputShape } from "../../../api/contract/shape.js";

@OutputShape("CustomerAttributeRule", "A validation rule of an attribute.")
export class CustomerAttributeRule {
  @Field(() => String, { description: "Name of the rule, such as max_text_length or input_validation." })
  name!: string;

  @Field(() => String, { description: "Argument of the rule: a number, or an input type such as email." })
  value!: string;
}

@OutputShape("CustomerAttributeOption", "An option of an attribute, or a group of options.")
export class CustomerAttributeOption {
  @Field(() => String, { description: "Label." })
  label!: string;

  @Field(() => String, { nullable: true, description: "Value; absent for a group." })
  value?: string | null;

  @Field(() => [CustomerAttributeOption], { nullable: true, description: "Options of a group; otherwise absent." })
  options?: CustomerAttributeOption[] | null;
}

@OutputShape("CustomerAttributeMetadata", "Metadata of a customer or customer address attribute.")
export class CustomerAttributeMetadata {
  @Field(() => String, { description: "Input type: text, select, multiline, boolean, date, hidden and so on." })
  frontend_input!: string;

  @Field(() => String, { description: "Filter applied to values before they are stored, such as trim; can be empty." })
  input_filter!: string;

  @Field(() => String, { nullable: true, description: "Label in the current store view; null if it has none." })
  store_label!: string | null;

  @Field(() => [CustomerAttributeRule], { description: "Validation rules." })
  validation_rules!: CustomerAttributeRule[];

  @Field(() => Int, { description: "Number of lines of a multiline attribute; otherwise 0." })
  multiline_count!: number;

  @Field(() => Boolean, { description: "Whether forms show it." })
  visible!: boolean;

  @Field(() => Boolean, { description: "Whether a value is required." })
  required!: boolean;

  @Field(() => String, { description: "Magento's class for the values of the attribute; usually empty." })
  data_model!: string;

  @Field(() => [CustomerAttributeOption], { description: "Options to choose from; empty if any value is possible." })
  options!: CustomerAttributeOption[];

  @Field(() => String, { description: "CSS classes of the form field, such as required-entry; can be empty." })
  frontend_class!: string;

  @Field(() => Boolean, { description: "Whether it is user-defined; its values are in custom_attributes." })
  user_defined!: boolean;

  @Field(() => Int, { description: "Sort order in forms." })
  sort_order!: number;

  @Field(() => String, { nullable: true, description: "Label; null if it has none." })
  frontend_label!: string | null;

  @Field(() => String, { description: "Note for editors; can be empty." })
  note!: string;

  @Field(() => Boolean, { description: "Whether it is a system attribute." })
  system!: boolean;

  @Field(() => String, { description: "Storage type of values; static for a field of the shape." })
  backend_type!: string;

  @Field(() => Boolean, { description: "Whether the admin customer grid can show it." })
  is_used_in_grid!: boolean;

  @Field(() => Boolean, { description: "Whether the admin customer grid shows it by default." })
  is_visible_in_grid!: boolean;

  @Field(() => Boolean, { description: "Whether the admin customer grid can be filtered by it." })
  is_filterable_in_grid!: boolean;

  @Field(() => Boolean, { description: "Whether the admin customer grid can be searched by it." })
  is_searchable_in_grid!: boolean;

  @Field(() => String, { description: "Code of the attribute." })
  attribute_code!: string;
}
