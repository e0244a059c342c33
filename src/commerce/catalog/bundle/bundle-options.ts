import type { Db } from "../../../platform/db/database.js";
import { invalid, missing } from "../../../api/call/errors.js";
import { drawIds } from "../products/save/new-ids.sql.js";
import { withOwnValues } from "../products/find/store-values.js";
import { alreadyAssigned, childOf, type Children, requireChildren, selectionRow } from "./bundle-selections.js";
import {
  type OptionRow,
  readStoredOptions,
  removeOtherOptions,
  removeOtherSelections,
  type SelectionRow,
  type StoredOption,
  writeOptions,
  writeSelections,
} from "./bundle.rows.js";
import type { BundleOption, BundleOptionType } from "./product-bundle.types.js";

/** Input types of bundle options, in Magento's order. */
export const bundleOptionTypes: readonly BundleOptionType[] = [
  { label: "Drop-down", code: "select" },
  { label: "Radio Buttons", code: "radio" },
  { label: "Checkbox", code: "checkbox" },
  { label: "Multiple Select", code: "multi" },
];

/** A bundle whose row is locked by the transaction. */
export interface Bundle {
  readonly id: number;
  readonly sku: string;
  /** The store whose titles are written; 0 for the global titles. */
  readonly storeId: number;
}

/**
 * Replaces the options of a bundle: given options are updated if the bundle has their id and created otherwise, and all
 * other stored options are deleted. The products of each option are replaced in the same way. Throws 404 for an unknown
 * SKU, 400 if a rule of bundles is violated.
 */
export async function saveBundleOptions(bundle: Bundle, options: readonly BundleOption[], db: Db): Promise<void> {
  const stored = await readStoredOptions(db, bundle.id);
  const known = new Set(stored.map((option) => option.option_id));
  const kept = [...new Set(options.flatMap(({ option_id: id }) => (id != null && known.has(id) ? [id] : [])))];
  if (kept.length < stored.length) await removeOtherOptions(db, bundle.id, kept);
  await saveOptions(bundle, { options, stored }, db);
}

interface Given {
  readonly options: readonly BundleOption[];
  readonly stored: readonly StoredOption[];
}

/**
 * Saves options of a bundle and returns their ids. The bundle's other options stay. Throws as `saveBundleOptions` does.
 */
export async function saveOptions(bundle: Bundle, { options, stored }: Given, db: Db): Promise<number[]> {
  const children = await requireChildren(
    options.flatMap((option) => option.product_links ?? []),
    db,
  );
  const unclaimed = new Map(stored.map((option) => [option.option_id, option]));
  const matched = options.map((option) => {
    const before = unclaimed.get(option.option_id ?? 0);
    if (before) unclaimed.delete(before.option_id);
    return { option, before };
  });
  const fresh = await drawIds(db, "bundle_option", matched.filter(({ before }) => !before).length);
  const saved = matched.map((match) => ({ ...match, id: match.before?.option_id ?? fresh.shift() ?? 0 }));
  await writeOptions(
    db,
    saved.map((option) => optionRow(bundle, option)),
  );
  await saveSelections(bundle, { saved, children }, db);
  return saved.map(({ id }) => id);
}

interface SavedOption {
  readonly id: number;
  readonly option: BundleOption;
  readonly before: StoredOption | undefined;
}

/** In a store view, the title is saved for that view only; the title of a new option is global. */
function optionRow({ id: productId, storeId }: Bundle, { id, option, before }: SavedOption): OptionRow {
  const { title, type, required, position } = option;
  if (type != null && !bundleOptionTypes.some(({ code }) => code === type)) throw invalid("type", type);
  if (title != null && title.trim() === "") throw missing(["title"]);
  const isOwn = before !== undefined && storeId !== 0;
  const shared = (isOwn ? undefined : title) ?? before?.title;
  if (shared === undefined) throw missing(["title"]);
  return {
    option_id: id,
    product_id: productId,
    type: type ?? before?.type ?? "select",
    required: required ?? before?.required ?? false,
    position: position ?? before?.position ?? 0,
    title: shared,
    by_store: isOwn ? withOwnValues(before.by_store, storeId, { title }) : (before?.by_store ?? {}),
  };
}

/** Replaces the products of the options that have links in the request. */
async function saveSelections(
  bundle: Bundle,
  { saved, children }: { readonly saved: readonly SavedOption[]; readonly children: Children },
  db: Db,
): Promise<void> {
  const changed = saved.filter(({ option }) => option.product_links != null);
  const planned = changed.flatMap((option) => matchSelections(option, { children, bundle }));
  const fresh = await drawIds(db, "bundle_selection", planned.filter(({ before }) => !before).length);
  const rows = planned.map(({ link, optionId, productId, before }) =>
    selectionRow(
      link,
      { selection_id: before?.selection_id ?? fresh.shift() ?? 0, option_id: optionId, product_id: productId },
      before,
    ),
  );
  const old = changed.flatMap(({ id, before }) => (before && before.selections.length > 0 ? [id] : []));
  await removeOtherSelections(db, old, rows);
  await writeSelections(db, rows);
}

/** Matches each link of an option with its stored selection, by id or by product. Throws 400 if a product occurs twice. */
function matchSelections(
  { id, option, before }: SavedOption,
  { children, bundle }: { readonly children: Children; readonly bundle: Bundle },
) {
  const links = (option.product_links ?? []).map((link) => ({ link, child: childOf(link, children) }));
  const seen = new Set<number>();
  for (const { child } of links) {
    if (seen.has(child.id)) throw alreadyAssigned(child.sku, bundle.sku);
    seen.add(child.id);
  }
  const unclaimed = new Map((before?.selections ?? []).map((row) => [String(row.selection_id), row]));
  const named = links.map(({ link }) => claim(unclaimed, unclaimed.get(link.id ?? "")));
  return links.map(({ link, child }, index) => ({
    link,
    optionId: id,
    productId: child.id,
    before:
      named[index] ??
      claim(
        unclaimed,
        [...unclaimed.values()].find((row) => row.product_id === child.id),
      ),
  }));
}

function claim(unclaimed: Map<string, SelectionRow>, row: SelectionRow | undefined): SelectionRow | undefined {
  if (row) unclaimed.delete(String(row.selection_id));
  return row;
}
