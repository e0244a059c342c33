import type { Db } from "../db/database.js";
import type { SqlField } from "../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { searchPage } from "../search-criteria/search-page.sql.js";
import type { CmsPage, CmsPageSearchResults } from "./cms-pages.types.js";
import type { ContentTable } from "./records.rows.js";

/** The columns that store text unchanged. */
export const pageTexts = [
  "identifier",
  "title",
  "page_layout",
  "meta_title",
  "meta_keywords",
  "meta_description",
  "content_heading",
  "content",
  "layout_update_xml",
  "custom_theme",
  "custom_root_template",
  "custom_layout_update_xml",
] as const;

export const pageTable: ContentTable = {
  name: "cms_page",
  stores: "cms_page_store",
  key: "page_id",
  columns: [...pageTexts, "sort_order", "custom_theme_from", "custom_theme_to", "is_active"],
};

interface PageRow extends Omit<CmsPage, "active"> {
  readonly is_active: boolean;
}

const columns = `t.id, ${pageTexts.map((name) => `t.${name}`).join(", ")}, t.sort_order::text as sort_order,
  t.custom_theme_from::text as custom_theme_from, t.custom_theme_to::text as custom_theme_to, t.is_active,
  t.creation_time, t.update_time`;

const id: SqlField = { sql: "t.id", type: "integer" };
const active: SqlField = { sql: "t.is_active", type: "boolean" };

/** Field names of the shape, and the column names of Magento's table, which its clients also use. */
const fields: ReadonlyMap<string, SqlField> = new Map<string, SqlField>([
  ...pageTexts.map((name): [string, SqlField] => [name, { sql: `t.${name}`, type: "text" }]),
  ["id", id],
  ["page_id", id],
  ["active", active],
  ["is_active", active],
  ["sort_order", { sql: "t.sort_order", type: "integer" }],
  ["custom_theme_from", { sql: "t.custom_theme_from", type: "timestamp" }],
  ["custom_theme_to", { sql: "t.custom_theme_to", type: "timestamp" }],
  ["creation_time", { sql: "t.creation_time", type: "timestamp" }],
  ["update_time", { sql: "t.update_time", type: "timestamp" }],
  [
    "store_id",
    {
      sql: "s.store_id",
      type: "integer",
      exists: (condition) => `exists (select from cms_page_store s where s.page_id = t.id and ${condition})`,
    },
  ],
]);

/** Returns a page, or undefined if there is none. */
export async function readCmsPage(db: Db, pageId: number): Promise<CmsPage | undefined> {
  const row = await db.one<PageRow>(`select ${columns} from cms_page t where t.id = $1::int`, [pageId]);
  return row && toPage(row);
}

/** Returns the pages that match the criteria. */
export async function searchCmsPages(db: Db, searchCriteria: SearchCriteria): Promise<CmsPageSearchResults> {
  const page = await searchPage<PageRow>(db, searchCriteria, {
    columns,
    from: "cms_page t",
    field: (name) => fields.get(name),
    tieBreaker: "t.id",
  });
  return { ...page, items: page.items.map(toPage) };
}

/** Magento leaves out fields without a value. */
const toPage = ({ is_active, ...row }: PageRow): CmsPage => ({
  ...(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as CmsPage),
  active: is_active,
});
