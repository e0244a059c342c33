import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";

@Shape("Integration", "A program of somebody else's that calls in its own name, with rights of its own (OAuth 1.0a).")
export class Integration {
  @Field(() => Int, { nullable: true, description: "Id; read only." })
  id?: number | null;

  @Field(() => String, { description: "Name, unique." })
  name!: string;

  @Field(() => Int, {
    nullable: true,
    description: "0 waits for the exchange of tokens, 1 active, 2 revoked; read only.",
  })
  status?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Where an activation posts the consumer's key, its secret and a verifier; without it, there is no exchange.",
  })
  callback_url?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Page of the other program where whoever activates it signs in there.",
  })
  identity_link_url?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: "Ids of the permission tree that are granted; `Magento_Backend::all` grants every one.",
  })
  resources?: string[] | null;

  @Field(() => String, { nullable: true, description: "What its signed calls name it by; read only." })
  consumer_key?: string | null;

  @Field(() => String, { nullable: true, description: "When it was created, UTC; read only." })
  created_at?: string | null;

  @Field(() => String, { nullable: true, description: "When it was activated or revoked last, UTC; read only." })
  updated_at?: string | null;
}

@OutputShape("IntegrationCredentials", "What an integration calls with. It is shown this once.")
export class IntegrationCredentials {
  @Field(() => Int, { description: "Id of the integration." })
  integration_id!: number;

  @Field(() => String, { description: "Key of the consumer, 32 characters." })
  consumer_key!: string;

  @Field(() => String, { description: "Secret of the consumer, 32 characters." })
  consumer_secret!: string;

  @Field(() => String, {
    nullable: true,
    description: "Access token, 32 characters; null where the exchange with the callback URL gives it.",
  })
  access_token!: string | null;

  @Field(() => String, { nullable: true, description: "Secret of the access token, 32 characters." })
  access_token_secret!: string | null;
}

@OutputShape("IntegrationActivation", "What is left to do after the callback URL was posted to.")
export class IntegrationActivation {
  @Field(() => String, {
    nullable: true,
    description: "Address to open in a browser, where the other program has such a page.",
  })
  identity_link_url!: string | null;
}

export const IntegrationSearchResults = SearchResults(Integration);
export type IntegrationSearchResults = SearchResults<Integration>;
