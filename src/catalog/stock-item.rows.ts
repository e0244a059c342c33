import type { StockItem } from "./stock-item.types.js";

/** A row of `stock_item` as JSON: quantities are numbers of at most twelve digits, which JSON holds exactly. */
export interface StockItemRow {
  readonly item_id: number;
  readonly product_id: number;
  readonly stock_id: number;
  readonly qty: number | null;
  readonly is_in_stock: boolean;
  readonly is_qty_decimal: boolean;
  readonly use_config_min_qty: boolean;
  readonly min_qty: number;
  readonly use_config_min_sale_qty: boolean;
  readonly min_sale_qty: number;
  readonly use_config_max_sale_qty: boolean;
  readonly max_sale_qty: number;
  readonly use_config_backorders: boolean;
  readonly backorders: number;
  readonly use_config_notify_stock_qty: boolean;
  readonly notify_stock_qty: number;
  readonly use_config_qty_increments: boolean;
  readonly qty_increments: number;
  readonly use_config_enable_qty_inc: boolean;
  readonly enable_qty_increments: boolean;
  readonly use_config_manage_stock: boolean;
  readonly manage_stock: boolean;
  readonly low_stock_date: string | null;
  readonly is_decimal_divided: boolean;
  readonly stock_status_changed_auto: number;
}

/** The settings that `use_config_…` refers to, as far as they are stored. */
export type StockSettings = Readonly<Partial<Record<keyof typeof settingDefaults, string>>>;

/** What a fresh installation has where no setting is stored. */
const settingDefaults = {
  manage_stock: "1",
  backorders: "0",
  min_qty: "0",
  min_sale_qty: "1",
  max_sale_qty: "10000",
  notify_stock_qty: "1",
  enable_qty_increments: "0",
  qty_increments: "1",
};

const settingPaths = Object.keys(settingDefaults).map((name) => `'cataloginventory/item_options/${name}'`);

/** The settings under the names of the columns that they stand in for. */
export const stockSettingsColumn = `(select json_object_agg(split_part(s.path, '/', 3), s.value) from config_value s
    where s.path in (${settingPaths.join(", ")}) and s.scope = 'default' and s.scope_id = 0) as stock_settings`;

export const stockItemColumns = `(select to_json(si) from stock_item si where si.product_id = p.id) as stock,
  ${stockSettingsColumn}`;

/** The setting's value, stored or default. */
export const stockSetting = (settings: StockSettings | null | undefined, name: keyof typeof settingDefaults): string =>
  settings?.[name] ?? settingDefaults[name];

/** The stock item as the shape has it, with the settings in place where `use_config_…` says so. */
export function toStockItem(row: StockItemRow, settings: StockSettings | null | undefined): StockItem {
  const number = (own: number, useConfig: boolean, name: keyof typeof settingDefaults) =>
    useConfig ? stockSetting(settings, name) : String(own);
  const flag = (own: boolean, useConfig: boolean, name: keyof typeof settingDefaults) =>
    useConfig ? stockSetting(settings, name) === "1" : own;
  const increments = flag(row.enable_qty_increments, row.use_config_enable_qty_inc, "enable_qty_increments");
  return {
    ...row,
    qty: row.qty === null ? null : String(row.qty),
    show_default_notification_message: false,
    min_qty: number(row.min_qty, row.use_config_min_qty, "min_qty"),
    use_config_min_sale_qty: row.use_config_min_sale_qty ? 1 : 0,
    min_sale_qty: number(row.min_sale_qty, row.use_config_min_sale_qty, "min_sale_qty"),
    max_sale_qty: number(row.max_sale_qty, row.use_config_max_sale_qty, "max_sale_qty"),
    backorders: row.use_config_backorders ? Number(stockSetting(settings, "backorders")) : row.backorders,
    notify_stock_qty: number(row.notify_stock_qty, row.use_config_notify_stock_qty, "notify_stock_qty"),
    // Without increments there is no quantity that they would have.
    qty_increments: increments ? number(row.qty_increments, row.use_config_qty_increments, "qty_increments") : "0",
    enable_qty_increments: increments,
    manage_stock: flag(row.manage_stock, row.use_config_manage_stock, "manage_stock"),
    low_stock_date: row.low_stock_date?.replace("T", " ") ?? null,
  };
}
