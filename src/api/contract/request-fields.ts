import { Extensions, Field } from "type-graphql";
import type { Edition } from "./rest.js";

interface Extended {
  readonly extensions: Readonly<Record<string, unknown>>;
}

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
export const isReadOnly = ({ extensions }: Extended): boolean => extensions["readOnly"] === true;

/**
 * Declares a field that every request must have, and whose absence in REST the operation itself ignores or answers, as
 * Magento's does. The input type of GraphQL and OpenAPI require it. A non-null field without the declaration is required
 * by REST, too.
 */
export const RequiredInput = (): PropertyDecorator => {
  const declare = Extensions({ requiredInput: true });
  return (shape, name) => declare(shape, name);
};

/**
 * Declares a field that every row of a list must have: the operation answers a row without it as one that failed. OpenAPI
 * requires the field. In GraphQL it stays nullable, so that the other rows succeed.
 */
export const RequiredInRequests = (): PropertyDecorator => {
  const declare = Extensions({ requiredInRequests: true });
  return (shape, name) => declare(shape, name);
};

/** Whether the operation itself answers a request of REST without a required field. */
export const isRequiredInput = ({ extensions }: Extended): boolean => extensions["requiredInput"] === true;

/** Whether requests must have a field although its type in the contract may be nullable. */
export const isRequiredInRequests = (field: Extended): boolean =>
  isRequiredInput(field) || field.extensions["requiredInRequests"] === true;
