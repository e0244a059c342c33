import { Field, Int } from "type-graphql";
import { OutputShape } from "../contract/shape.js";

@OutputShape("StoreView", "A view of a store: a language, usually, that values may differ by.")
export class StoreView {
  @Field(() => Int, { description: "Id; 0 is the scope of global values." })
  id!: number;

  @Field(() => String, { description: "Code, as it stands in the path of a call; `admin` for id 0." })
  code!: string;

  @Field(() => String, { description: "Name for people." })
  name!: string;

  @Field(() => Int, { description: "Id of the website that it belongs to." })
  website_id!: number;

  @Field(() => Int, { description: "Id of the store, a group of store views, that it belongs to." })
  store_group_id!: number;

  @Field(() => Int, { description: "1 where shoppers may visit it, otherwise 0." })
  is_active!: number;
}

@OutputShape("StoreGroup", "A store: store views that share a root category.")
export class StoreGroup {
  @Field(() => Int, { description: "Id; 0 belongs to the administration." })
  id!: number;

  @Field(() => Int, { description: "Id of the website that it belongs to." })
  website_id!: number;

  @Field(() => Int, { description: "Id of the category that its catalogue starts from; 0 for none." })
  root_category_id!: number;

  @Field(() => Int, { description: "Id of the store view that is shown first." })
  default_store_id!: number;

  @Field(() => String, { description: "Name for people." })
  name!: string;

  @Field(() => String, { description: "Code." })
  code!: string;
}

@OutputShape("Website", "A website: stores that share customers, and prices where these differ by website.")
export class Website {
  @Field(() => Int, { description: "Id; 0 belongs to the administration." })
  id!: number;

  @Field(() => String, { description: "Code." })
  code!: string;

  @Field(() => String, { description: "Name for people." })
  name!: string;

  @Field(() => Int, { description: "Id of the store that is shown first." })
  default_group_id!: number;
}

@OutputShape("StoreConfig", "Locale, currencies, units and addresses of a store view.")
export class StoreConfig {
  @Field(() => Int, { description: "Id of the store view." })
  id!: number;

  @Field(() => String, { description: "Code of the store view." })
  code!: string;

  @Field(() => Int, { description: "Id of its website." })
  website_id!: number;

  @Field(() => String, { description: "Locale, such as en_US." })
  locale!: string;

  @Field(() => String, { description: "ISO 4217 code of the currency that prices are kept in." })
  base_currency_code!: string;

  @Field(() => String, { description: "ISO 4217 code of the currency that prices are shown in." })
  default_display_currency_code!: string;

  @Field(() => String, { description: "Time zone by its IANA name." })
  timezone!: string;

  @Field(() => String, { description: "Unit of weights: lbs or kgs." })
  weight_unit!: string;

  @Field(() => String, { description: "Base address; like all of these it ends in a slash." })
  base_url!: string;

  @Field(() => String, { description: "Address that links start with." })
  base_link_url!: string;

  @Field(() => String, { description: "Address that static files are under." })
  base_static_url!: string;

  @Field(() => String, { description: "Address that media files are under." })
  base_media_url!: string;

  @Field(() => String, { description: "Base address for secure pages." })
  secure_base_url!: string;

  @Field(() => String, { description: "Address that links to secure pages start with." })
  secure_base_link_url!: string;

  @Field(() => String, { description: "Address that static files are under, for secure pages." })
  secure_base_static_url!: string;

  @Field(() => String, { description: "Address that media files are under, for secure pages." })
  secure_base_media_url!: string;
}
