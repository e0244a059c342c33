import type { Db } from "../db/database.js";
import type { SqlField } from "../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { searchPage } from "../search-criteria/search-page.sql.js";
import type { CmsBlock, CmsBlockSearchResults } from "./cms-blocks.types.js";
import type { ContentTable } from "./records.rows.js";

export const blockTable: ContentTable = {
  name: "cms_block",
  stores: "cms_block_store",
  key: "block_id",
  columns: ["identifier", "title", "content", "is_active"],
};

const columns = `t.id, t.identifier, t.title, t.content, t.creation_time, t.update_time, t.is_active as active`;

const id: SqlField = { sql: "t.id", type: "integer" };
const active: SqlField = { sql: "t.is_active", type: "boolean" };

/** Field names of the shape, and the column names of Magento's table, which its clients also use. */
const fields: ReadonlyMap<string, SqlField> = new Map<string, SqlField>([
  ["id", id],
  ["block_id", id],
  ["identifier", { sql: "t.identifier", type: "text" }],
  ["title", { sql: "t.title", type: "text" }],
  ["content", { sql: "t.content", type: "text" }],
  ["active", active],
  ["is_active", active],
  ["creation_time", { sql: "t.creation_time", type: "timestamp" }],
  ["update_time", { sql: "t.update_time", type: "timestamp" }],
  [
    "store_id",
    {
      sql: "s.store_id",
      type: "integer",
      exists: (condition) => `exists (select from cms_block_store s where s.block_id = t.id and ${condition})`,
    },
  ],
]);

/** Returns a block, or undefined if there is none. */
export async function readCmsBlock(db: Db, blockId: number): Promise<CmsBlock | undefined> {
  const row = await db.one<CmsBlock>(`select ${columns} from cms_block t where t.id = $1::int`, [blockId]);
  return row && toBlock(row);
}

/** Returns the block with the identifier: of the store view, of all store views, or else the oldest one. */
export async function readCmsBlockCalled(db: Db, identifier: string, storeId: number): Promise<CmsBlock | undefined> {
  const row = await db.one<CmsBlock>(
    `select ${columns} from cms_block t join cms_block_store s on s.block_id = t.id
     where lower(t.identifier) = lower($1::text)
     order by s.store_id = $2::int desc, s.store_id = 0 desc, t.id limit 1`,
    [identifier, storeId],
  );
  return row && toBlock(row);
}

/** Returns the blocks that match the criteria. */
export async function searchCmsBlocks(db: Db, searchCriteria: SearchCriteria): Promise<CmsBlockSearchResults> {
  const page = await searchPage<CmsBlock>(db, searchCriteria, {
    columns,
    from: "cms_block t",
    field: (name) => fields.get(name),
    tieBreaker: "t.id",
  });
  return { ...page, items: page.items.map(toBlock) };
}

/** Magento leaves out fields without a value. */
const toBlock = ({ content, ...row }: CmsBlock): CmsBlock => (content == null ? row : { ...row, content });
