import type { GraphQLFieldResolver, GraphQLResolveInfo } from "graphql";

/** What a field of GraphQL is resolved from. */
export interface FieldCall<Source, Ctx, Args> {
  readonly source: Source;
  readonly args: Args;
  readonly ctx: Ctx;
  readonly info: GraphQLResolveInfo;
}

/** Makes a resolver of graphql-js, which passes the parts of a call one by one. */
export const fieldResolver =
  <Source, Ctx, Args>(
    resolve: (call: FieldCall<Source, Ctx, Args>) => unknown,
  ): GraphQLFieldResolver<Source, Ctx, Args> =>
  (...[source, args, ctx, info]) =>
    resolve({ source, args, ctx, info });
