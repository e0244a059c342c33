import { Extensions } from "type-graphql";

/** Declares how many records the list of an operation or a field usually has, for the cost of GraphQL documents. */
export const Rows = (count: number): MethodDecorator & PropertyDecorator => Extensions({ rows: count });

/** Returns the declared number of records of a list. */
export const rowsOf = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }): unknown =>
  extensions["rows"];
