import { Extensions, Field } from "type-graphql";
import type { Edition } from "./rest.js";

/** Declares a field that may be null. Those of the commerce edition are absent in the other edition. */
export const NullableField =
  (type: () => unknown, description: string, edition: Edition = "open-source"): PropertyDecorator =>
  (target, name) => {
    Field(type as Parameters<typeof Field>[0], { nullable: true, description })(target, name);
    if (edition === "commerce") Extensions({ edition })(target, name);
  };

/**
 * Declares a field that answers have and requests cannot set: `@ReadOnly(() => String, "Creation time in UTC.")`. REST
 * ignores its value in requests, so that clients can send back what they have read. It is nullable, so that they can
 * also leave it out.
 */
export const ReadOnly =
  (type: () => unknown, description: string, edition: Edition = "open-source"): PropertyDecorator =>
  (target, name) => {
    NullableField(type, description.replace(/\.?$/, "; read-only."), edition)(target, name);
    Extensions({ readOnly: true })(target, name);
  };

/** Whether requests cannot set a field. */
export const isReadOnly = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }): boolean =>
  extensions["readOnly"] === true;

/**
 * Declares a field that every record in a request must have: the operation answers a record without it with a failure.
 * The field stays nullable, because the operation itself names the record and the field. OpenAPI requires it.
 */
export const RequiredInRequests = (): PropertyDecorator => {
  const declare = Extensions({ requiredInRequests: true });
  return (shape, name) => declare(shape, name);
};

/** Whether every record in a request must have a field although it is nullable. */
export const isRequiredInRequests = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }) =>
  extensions["requiredInRequests"] === true;
