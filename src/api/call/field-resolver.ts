import type { GraphQLFieldResolver, GraphQLResolveInfo } from "graphql";

/** The parts of a call that resolves a GraphQL field. */
export interface FieldCall<Source, Ctx, Args> {
  readonly source: Source;
  readonly args: Args;
  readonly ctx: Ctx;
  readonly info: GraphQLResolveInfo;
}

/** Returns a resolver for graphql-js, which passes the parts of a call as separate arguments. */
export const fieldResolver =
  <Source, Ctx, Args>(
    resolve: (call: FieldCall<Source, Ctx, Args>) => unknown,
  ): GraphQLFieldResolver<Source, Ctx, Args> =>
  (...[source, args, ctx, info]) =>
    resolve({ source, args, ctx, info });
