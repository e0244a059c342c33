import { Field, InputType, ObjectType } from "type-graphql";
import { CustomAttribute } from "../catalog/attributes/custom-attribute.types.js";

/** What a customer and an address of one have in common: the name of a person, and values of attributes. */
@ObjectType()
@InputType()
export abstract class Person {
  @Field(() => String, { nullable: true, description: "First name." })
  firstname?: string | null;

  @Field(() => String, { nullable: true, description: "Last name." })
  lastname?: string | null;

  @Field(() => String, { nullable: true, description: "Middle name." })
  middlename?: string | null;

  @Field(() => String, { nullable: true, description: "Title before the name." })
  prefix?: string | null;

  @Field(() => String, { nullable: true, description: "What follows the name." })
  suffix?: string | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Values of attributes; unknown codes are ignored." })
  custom_attributes?: CustomAttribute[] | null;
}
