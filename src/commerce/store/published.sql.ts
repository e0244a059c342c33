// SQL: relations for the statements of other domains, which models cannot join. A relation in parentheses is used like
// a table: `join ${storeViews} s on …`. PostgreSQL plans it as the table itself, including indexes.

/** Store views, including store 0, which means all of them. */
export const storeViews = "(select id, code, name, website_id, store_group_id from store)";

/** Websites, including website 0, which means all of them. */
export const websites = "(select id, code, name, is_default from website)";

/** Stores, each with the root category of its store views. */
export const storeGroups = "(select id, website_id, root_category_id from store_group)";

/** Returns SQL for the website id of a store view. */
export const websiteOfStoreView = (storeId: string): string => `(select website_id from store where id = ${storeId})`;

/** Returns SQL for the default value of a setting; null if none is stored. */
export const defaultSetting = (path: string): string => `(select s.value from config_value s
    where s.path = '${path}' and s.scope = 'default' and s.scope_id = 0)`;

/**
 * Returns SQL for the stored default values of a group of settings, such as `catalog/price`, as a JSON object by the last
 * part of their paths; null if none is stored.
 */
export const defaultSettings = (group: string): string => `(select json_object_agg(split_part(s.path, '/', 3), s.value)
    from config_value s where s.path like '${group.replaceAll("_", "\\_")}/%' and s.scope_id = 0 and s.scope = 'default')`;

/** Returns SQL for the values that settings have in any scope, for `in`. */
export const settingValues = (paths: readonly string[]): string =>
  `(select s.value from config_value s where s.path in (${paths.map((path) => `'${path}'`).join(", ")}))`;

/**
 * Returns a statement that sets a setting to the current time, in seconds since 1970, if it is at least `$1` days old or
 * was never set. It affects a row if the setting was old: the first call only stores the time.
 */
export const restartedTime = (path: string): string => `with known as (
    insert into config_value (path, scope, scope_id, value)
    select '${path}', 'default', 0, extract(epoch from now())::bigint::text
    where not exists (select from config_value where path = '${path}') on conflict do nothing)
  update config_value set value = extract(epoch from now())::bigint::text
  where path = '${path}' and value::bigint <= extract(epoch from now()) - $1::float8 * 86400`;
