import { Field, Int } from "type-graphql";
import { OutputShape } from "../../api/contract/shape.js";

@OutputShape("StoreView", "A store view of a store, usually for one language, with values of its own.")
export class StoreView {
  @Field(() => Int, { description: "Id; 0 is the admin store view with the global values." })
  id!: number;

  @Field(() => String, { description: "Code, as in the URL path; `admin` for id 0." })
  code!: string;

  @Field(() => String, { description: "Name." })
  name!: string;

  @Field(() => Int, { description: "Id of its website." })
  website_id!: number;

  @Field(() => Int, { description: "Id of its store (group of store views)." })
  store_group_id!: number;

  @Field(() => Int, { description: "1 if it is enabled, otherwise 0." })
  is_active!: number;
}

@OutputShape("StoreGroup", "A store: store views that share a root category.")
export class StoreGroup {
  @Field(() => Int, { description: "Id; 0 is the admin store." })
  id!: number;

  @Field(() => Int, { description: "Id of its website." })
  website_id!: number;

  @Field(() => Int, { description: "Id of its root category; 0 for none." })
  root_category_id!: number;

  @Field(() => Int, { description: "Id of its default store view." })
  default_store_id!: number;

  @Field(() => String, { description: "Name." })
  name!: string;

  @Field(() => String, { description: "Code." })
  code!: string;
}

@OutputShape("Website", "A website: stores that share customers, and prices if the price scope is website.")
export class Website {
  @Field(() => Int, { description: "Id; 0 is the admin website." })
  id!: number;

  @Field(() => String, { description: "Code." })
  code!: string;

  @Field(() => String, { description: "Name." })
  name!: string;

  @Field(() => Int, { description: "Id of its default store." })
  default_group_id!: number;
}

@OutputShape("StoreConfig", "Locale, currencies, units and URLs of a store view.")
export class StoreConfig {
  @Field(() => Int, { description: "Id of the store view." })
  id!: number;

  @Field(() => String, { description: "Code of the store view." })
  code!: string;

  @Field(() => Int, { description: "Id of its website." })
  website_id!: number;

  @Field(() => String, { description: "Locale, such as en_US." })
  locale!: string;

  @Field(() => String, { description: "ISO 4217 code of the base currency." })
  base_currency_code!: string;

  @Field(() => String, { description: "ISO 4217 code of the default display currency." })
  default_display_currency_code!: string;

  @Field(() => String, { description: "IANA time zone." })
  timezone!: string;

  @Field(() => String, { description: "Weight unit: lbs or kgs." })
  weight_unit!: string;

  @Field(() => String, { description: "Base URL, with a trailing slash, like all URLs here." })
  base_url!: string;

  @Field(() => String, { description: "Base URL of links." })
  base_link_url!: string;

  @Field(() => String, { description: "Base URL of static files." })
  base_static_url!: string;

  @Field(() => String, { description: "Base URL of media files." })
  base_media_url!: string;

  @Field(() => String, { description: "Secure base URL." })
  secure_base_url!: string;

  @Field(() => String, { description: "Secure base URL of links." })
  secure_base_link_url!: string;

  @Field(() => String, { description: "Secure base URL of static files." })
  secure_base_static_url!: string;

  @Field(() => String, { description: "Secure base URL of media files." })
  secure_base_media_url!: string;
}
