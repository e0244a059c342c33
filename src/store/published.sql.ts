// SQL that other domains may put into their statements. A relation in parentheses is used like a table:
// `join ${storeViews} s on …`. PostgreSQL plans it as the table itself, indexes included.

/** Store views, and store 0, which stands for all of them. */
export const storeViews = "(select id, code, website_id, store_group_id from store)";

/** Websites, and website 0, which stands for all of them. */
export const websites = "(select id, code, is_default from website)";

/** Groups of store views, each with the root category of its store views. */
export const storeGroups = "(select id, website_id, root_category_id from store_group)";

/** The id of the website of a store view. */
export const websiteOfStoreView = (storeId: string): string => `(select website_id from store where id = ${storeId})`;

/** The value of a setting that holds everywhere; null when none is stored. */
export const defaultSetting = (path: string): string => `(select s.value from config_value s
    where s.path = '${path}' and s.scope = 'default' and s.scope_id = 0)`;

/** Stored settings that hold everywhere, as a JSON object by the last part of their paths; null when none is stored. */
export const defaultSettings = (
  paths: readonly string[],
): string => `(select json_object_agg(split_part(s.path, '/', 3), s.value)
    from config_value s where s.path in (${paths.map((path) => `'${path}'`).join(", ")})
      and s.scope = 'default' and s.scope_id = 0)`;

/** Websites, and whether their prices are in the default base currency. */
export const websiteCurrencies = `(
    with base_currency as (select scope, scope_id, value from config_value where path = 'currency/options/base'),
      standard as (select coalesce((select value from base_currency where scope = 'default'), 'USD') as value)
    select website.id, coalesce(own.value, standard.value) = standard.value as in_default_currency
    from website cross join standard
    left join base_currency as own on own.scope = 'websites' and own.scope_id = website.id)`;
