import type { Db } from "../../../platform/db/database.js";
import { readCountryOptions, readRegionOptions } from "../../directory/published.js";
import { globalScope, readStoreGroups, readStoreViews, readWebsites } from "../../store/published.js";
import type { CustomerAttributeOption } from "./attributes.types.js";
import { readGroupNames } from "../groups/groups.rows.js";

const sources = {
  websites: readWebsiteOptions,
  stores: storeOptions,
  groups: readGroupOptions,
  countries: (db: Db) => readCountryOptions(db, globalScope),
  regions: readRegionOptions,
} as const;

/** The sources of attribute options. */
export type OptionSource = keyof typeof sources;

/** Reads the options of each given source once, and returns a look-up by source. */
export async function readOptionSources(
  db: Db,
  wanted: readonly (OptionSource | null)[],
): Promise<(source: OptionSource) => CustomerAttributeOption[]> {
  const names = [...new Set(wanted)].filter((name) => name !== null);
  const read = await Promise.all(
    names.map(async (name): Promise<[OptionSource, CustomerAttributeOption[]]> => [name, await sources[name](db)]),
  );
  const options = new Map(read);
  return (source) => options.get(source) ?? [];
}

const option = ({ id, name }: { readonly id: number; readonly name: string }) => ({ value: String(id), label: name });

async function readWebsiteOptions(db: Db): Promise<CustomerAttributeOption[]> {
  return (await readWebsites(db)).filter(({ id }) => id !== 0).map(option);
}

/** Magento indents the stores below a website. */
const indent = "\u00a0".repeat(4);

/** Websites, each followed by its stores with their views. */
async function storeOptions(db: Db): Promise<CustomerAttributeOption[]> {
  const [websites, groups, views] = [await readWebsites(db), await readStoreGroups(db), await readStoreViews(db)];
  const viewsOf = (groupId: number) =>
    views
      .filter((view) => view.store_group_id === groupId)
      .map((view) => option({ ...view, name: indent + view.name }));
  return websites
    .filter(({ id }) => id !== 0)
    .flatMap((website) => [
      { label: website.name, options: [] },
      ...groups
        .filter((group) => group.website_id === website.id)
        .map((group) => ({ label: indent + group.name, options: viewsOf(group.id) })),
    ]);
}

async function readGroupOptions(db: Db): Promise<CustomerAttributeOption[]> {
  return (await readGroupNames(db)).map(option);
}
