import { Field, Int } from "type-graphql";
import { ReadOnly, RequiredInput } from "../../contract/request-fields.js";
import { OutputShape, Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";
import { OneOf } from "../../contract/closed-set.js";
import { integrationStatus } from "../closed-sets.types.js";

@Shape(
  "Integration",
  "An integration: an external program that calls the API on its own behalf, with its own permissions (OAuth 1.0a).",
)
export class Integration {
  @ReadOnly(() => Int, "Id.")
  id?: number | null;

  @RequiredInput()
  @Field(() => String, { description: "Unique name." })
  name!: string;

  @OneOf(integrationStatus)
  @ReadOnly(() => Int, "State. An inactive integration awaits the token exchange.")
  status?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "URL to which activation posts the consumer key, the consumer secret and a verifier. Without it, there is no token exchange.",
  })
  callback_url?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Page of the external program where the person who activates it signs in.",
  })
  identity_link_url?: string | null;

  @RequiredInput()
  @Field(() => [String], {
    nullable: true,
    description: "Granted resource ids; `Magento_Backend::all` grants all.",
  })
  resources?: string[] | null;

  @ReadOnly(() => String, "Consumer key of its signed calls.")
  consumer_key?: string | null;

  @ReadOnly(() => String, "Creation time in UTC.")
  created_at?: string | null;

  @ReadOnly(() => String, "Time of the last activation or revocation in UTC.")
  updated_at?: string | null;
}

@OutputShape("IntegrationCredentials", "The credentials of an integration. They are only returned once.")
export class IntegrationCredentials {
  @Field(() => Int, { description: "Id of the integration." })
  integration_id!: number;

  @Field(() => String, { description: "Consumer key, 32 characters." })
  consumer_key!: string;

  @Field(() => String, { description: "Consumer secret, 32 characters." })
  consumer_secret!: string;

  @Field(() => String, {
    nullable: true,
    description: "Access token, 32 characters; null if the token exchange provides it.",
  })
  access_token!: string | null;

  @Field(() => String, { nullable: true, description: "Access token secret, 32 characters." })
  access_token_secret!: string | null;
}

@OutputShape("IntegrationActivation", "The next step after the callback URL was called.")
export class IntegrationActivation {
  @Field(() => String, {
    nullable: true,
    description: "URL to open in a browser, if the external program has a sign-in page.",
  })
  identity_link_url!: string | null;
}

export const IntegrationSearchResults = SearchResults(Integration);
export type IntegrationSearchResults = SearchResults<Integration>;
