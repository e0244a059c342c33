import { Extensions, Field } from "type-graphql";
import type { Edition } from "./rest.js";

/** Declares a field that may be null. Those of the commerce edition are absent in the other edition. */
export const NullableField =
  (type: () => unknown, description: string, edition: Edition = "open-source"): PropertyDecorator =>
  (target, name) => {
    Field(type as Parameters<typeof Field>[0], { nullable: true, description })(target, name);
    if (edition === "commerce") Extensions({ edition })(target, name);
  };
