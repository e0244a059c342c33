import { Field, InputType, ObjectType } from "type-graphql";
import { CustomAttribute } from "../catalog/attributes/custom-attribute.types.js";

/** The fields that customers and their addresses share: a person's name, and attribute values. */
@ObjectType()
@InputType()
export abstract class Person {
  @Field(() => String, { nullable: true, description: "First name." })
  firstname?: string | null;

  @Field(() => String, { nullable: true, description: "Last name." })
  lastname?: string | null;

  @Field(() => String, { nullable: true, description: "Middle name." })
  middlename?: string | null;

  @Field(() => String, { nullable: true, description: "Name prefix, such as a title." })
  prefix?: string | null;

  @Field(() => String, { nullable: true, description: "Name suffix." })
  suffix?: string | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Attribute values; unknown codes are ignored." })
  custom_attributes?: CustomAttribute[] | null;
}
