import { Field, Int } from "type-graphql";
import { OutputShape } from "../contract/shape.js";

@OutputShape("CustomerAttributeRule", "A rule that values of an attribute are held to.")
export class CustomerAttributeRule {
  @Field(() => String, { description: "Name of the rule, such as max_text_length or input_validation." })
  name!: string;

  @Field(() => String, { description: "What the rule is about: a number, or a kind of value such as email." })
  value!: string;
}

@OutputShape("CustomerAttributeOption", "A value that an attribute may have, or a group of such values.")
export class CustomerAttributeOption {
  @Field(() => String, { description: "What people read." })
  label!: string;

  @Field(() => String, { nullable: true, description: "The value; left out for a group." })
  value?: string | null;

  @Field(() => [CustomerAttributeOption], { nullable: true, description: "The values of a group; else left out." })
  options?: CustomerAttributeOption[] | null;
}

@OutputShape("CustomerAttributeMetadata", "What is known of an attribute of customers or of their addresses.")
export class CustomerAttributeMetadata {
  @Field(() => String, { description: "How it is entered: text, select, multiline, boolean, date, hidden and so on." })
  frontend_input!: string;

  @Field(() => String, { description: "What is done to values before they are stored, such as trim; may be empty." })
  input_filter!: string;

  @Field(() => String, { description: "Label in the store view of the call." })
  store_label!: string;

  @Field(() => [CustomerAttributeRule], { description: "Rules that values are held to." })
  validation_rules!: CustomerAttributeRule[];

  @Field(() => Int, { description: "Number of lines of a multiline attribute; else 0." })
  multiline_count!: number;

  @Field(() => Boolean, { description: "Whether forms show it." })
  visible!: boolean;

  @Field(() => Boolean, { description: "Whether a value is needed." })
  required!: boolean;

  @Field(() => String, { description: "Always empty; kept for clients that expect it." })
  data_model!: string;

  @Field(() => [CustomerAttributeOption], { description: "The values to choose from; none where any is possible." })
  options!: CustomerAttributeOption[];

  @Field(() => String, { description: "Classes of the field of a form, such as required-entry; may be empty." })
  frontend_class!: string;

  @Field(() => Boolean, { description: "Whether somebody defined it; its values travel in custom_attributes." })
  user_defined!: boolean;

  @Field(() => Int, { description: "Place in forms." })
  sort_order!: number;

  @Field(() => String, { description: "Label." })
  frontend_label!: string;

  @Field(() => String, { description: "Remark for whoever fills a form in; may be empty." })
  note!: string;

  @Field(() => Boolean, { description: "Whether the shop cannot do without it." })
  system!: boolean;

  @Field(() => String, { description: "How values are stored; static where it is a field of the shape." })
  backend_type!: string;

  @Field(() => Boolean, { description: "Whether the list of customers in an administration has it." })
  is_used_in_grid!: boolean;

  @Field(() => Boolean, { description: "Whether that list shows it." })
  is_visible_in_grid!: boolean;

  @Field(() => Boolean, { description: "Whether that list can be filtered by it." })
  is_filterable_in_grid!: boolean;

  @Field(() => Boolean, { description: "Whether that list can be searched by it." })
  is_searchable_in_grid!: boolean;

  @Field(() => String, { description: "Code of the attribute." })
  attribute_code!: string;
}
