// SQL: models cannot group rows and search the groups, nor read elements of JSON one by one.
import { readCallerNames } from "../../../../api/auth/caller-names.rows.js";
import type { Db } from "../../../../platform/db/database.js";
import { fieldsByCode } from "../../../../api/search-criteria/sql-field.js";
import type { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { searchPage } from "../../../../api/search-criteria/search-page.sql.js";
import type {
  PriceProposalGroup,
  PriceProposalGroupSearchResults,
  PriceProposalRow,
  PriceProposalRowSearchResults,
} from "./groups.types.js";

const ofGroups = fieldsByCode({
  id: { sql: "g.id", type: "integer" },
  state: { sql: "g.state", type: "key" },
  bulk_uuid: { sql: "g.bulk_uuid::text", type: "key" },
  call: { sql: "g.call", type: "text" },
  user_type: { sql: "g.user_type", type: "integer" },
  user_id: { sql: "g.user_id", type: "integer" },
  created_at: { sql: "g.created_at", type: "timestamp" },
  row_count: { sql: "g.row_count", type: "integer" },
});

/** Proposals of one bulk belong together. Any other proposal is a group of its own. */
const groups = `(
  select *, case when open_count > 0 then 'open' when approved_count = proposal_count then 'approved'
      when approved_count = 0 then 'rejected' else 'mixed' end as state
  from (
    select min(id) as id, bulk_uuid, min(call) as call, min(store_code) as store_code, min(user_type) as user_type,
      min(user_id) as user_id, min(created_at) as created_at, count(*)::int as proposal_count,
      count(*) filter (where state = 'open')::int as open_count,
      count(*) filter (where state = 'open' and failure is not null)::int as failed_count,
      count(*) filter (where state = 'approved')::int as approved_count,
      sum(row_count)::int as row_count, max(decided_at) as decided_at,
      (array_agg(decided_by_type order by decided_at desc nulls last, id desc))[1] as decided_by_type,
      (array_agg(decided_by_id order by decided_at desc nulls last, id desc))[1] as decided_by_id,
      (array_agg(comment order by decided_at desc nulls last, id desc) filter (where comment is not null))[1] as comment
    from price_proposal group by coalesce(bulk_uuid::text, id::text), bulk_uuid
  ) grouped
) g`;

interface GroupRow extends Omit<PriceProposalGroup, "user_name" | "decided_by_name"> {
  readonly decided_by_type: number | null;
  readonly decided_by_id: number | null;
}

const groupColumns = `g.id, g.state, g.bulk_uuid, g.call, g.store_code, g.user_type, g.user_id, g.created_at,
  g.proposal_count, g.open_count, g.failed_count, g.row_count, g.decided_at, g.decided_by_type, g.decided_by_id, g.comment`;

/** Returns the groups of proposals that match the criteria, the newest first unless sorted otherwise. */
export async function searchGroups(db: Db, criteria: SearchCriteria): Promise<PriceProposalGroupSearchResults> {
  const page = await searchPage<GroupRow>(db, criteria, {
    columns: groupColumns,
    from: groups,
    field: ofGroups,
    tieBreaker: "g.id desc",
  });
  const callers = page.items.flatMap((row) => [proposerOf(row), deciderOf(row) ?? []].flat());
  const nameOf = await readCallerNames(db, callers);
  const items = page.items.map((row) => {
    const { decided_by_type: _type, decided_by_id: _id, ...group } = row;
    const decider = deciderOf(row);
    return { ...group, user_name: nameOf(proposerOf(row)), decided_by_name: decider ? nameOf(decider) : null };
  });
  return { ...page, items };
}

const proposerOf = ({ user_type, user_id }: GroupRow) => ({ actor_type: user_type, actor_id: user_id });

const deciderOf = ({ decided_by_type: type, decided_by_id: id }: GroupRow) =>
  type === null ? undefined : { actor_type: type, actor_id: id };

const ofRows = fieldsByCode({
  proposal_id: { sql: "p.id", type: "integer" },
  state: { sql: "p.state", type: "key" },
  sku: { sql: "(c.change ->> 'sku')", type: "text" },
  kind: { sql: "(c.change ->> 'kind')", type: "key" },
});

/** The proposals of the group whose first proposal is the first parameter. */
const ofGroup = `exists (
  select from price_proposal first where first.id = $1::int and (p.id = first.id or p.bulk_uuid = first.bulk_uuid))`;

/** Returns the prices that a group would change, in the order of its calls. */
export function searchRows(db: Db, id: number, criteria: SearchCriteria): Promise<PriceProposalRowSearchResults> {
  return searchPage<PriceProposalRow>(db, criteria, {
    columns: "p.id as proposal_id, p.state, p.failure, c.change",
    from: "price_proposal p cross join lateral jsonb_array_elements(p.changes::jsonb) with ordinality as c(change, place)",
    condition: ofGroup,
    values: [id],
    field: ofRows,
    tieBreaker: "p.id, c.place",
  });
}

/** Returns the first open proposals of a group by their ids. */
export async function listOpenOfGroup(db: Db, id: number, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select p.id from price_proposal p where p.state = 'open' and ${ofGroup} order by p.id limit $2::int`,
    [id, limit],
  );
  return rows.map((row) => row.id);
}
