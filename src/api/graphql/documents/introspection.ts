import type { ApolloServerPlugin } from "@apollo/server";
import { BREAK, type DocumentNode, GraphQLError, visit } from "graphql";
import { UserType } from "../../auth/actor.js";
import type { GraphqlContext } from "../../call/kernel.js";

/**
 * Rejects introspection by guests unless `PORTICO_GRAPHQL_GUEST_INTROSPECTION` is on. `__typename` is not
 * introspection.
 */
export const introspectionGuard: ApolloServerPlugin<GraphqlContext> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ document, contextValue: { kernel, actor } }) => {
        const isForbidden = actor.type === UserType.guest && !kernel.config.PORTICO_GRAPHQL_GUEST_INTROSPECTION;
        if (!isForbidden || !introspects(document)) return Promise.resolve();
        throw new GraphQLError("Guests cannot read the schema of this service.", {
          extensions: { code: "INTROSPECTION_DISABLED", http: { status: 400 } },
        });
      },
    }),
};

function introspects(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field: ({ name: { value } }) => {
      if (value !== "__schema" && value !== "__type") return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}
