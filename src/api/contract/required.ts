import { Extensions } from "type-graphql";

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
