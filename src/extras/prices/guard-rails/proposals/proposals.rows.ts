import { readCallerNames } from "../../../../api/auth/caller-names.rows.js";
import type { Db } from "../../../../platform/db/database.js";
import { lock } from "../../../../platform/db/lock.js";
import type { Prisma, Row } from "../../../../platform/db/models.js";
import { modelFields } from "../../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../../api/search-criteria/search-model.js";
import type { PriceUpdateResult } from "../../../../commerce/pricing/price.types.js";
import { PriceProposal, type PriceProposalSearchResults, type ProposedPrice } from "./proposals.types.js";

const fields = modelFields("priceProposal", PriceProposal);

/** Columns that lists leave out, because they can be large. */
const large = { arguments: true, changes: true, breaches: true, failures: true } as const;

/** Stores a held call and returns the id of the proposal. */
export async function insertProposal(db: Db, data: Prisma.PriceProposalCreateManyInput): Promise<number> {
  const [row] = await db.models.priceProposal.createManyAndReturn({ data: [data], select: { id: true } });
  if (!row) throw new Error("the proposal was not stored");
  return row.id;
}

/** Returns a proposal, or undefined. */
export async function readProposal(db: Db, id: number): Promise<PriceProposal | undefined> {
  const [row] = await withNames(db, await db.models.priceProposal.findMany({ where: { id } }));
  if (!row) return undefined;
  return {
    ...row,
    reasons: JSON.parse(row.breaches) as PriceUpdateResult[],
    changes: JSON.parse(row.changes) as ProposedPrice[],
  };
}

/** Returns the id of an open or approved proposal that belongs to a bulk, or undefined. */
export async function findProposalOfBulk(db: Db, bulk_uuid: string): Promise<number | undefined> {
  const where = { bulk_uuid, state: { in: ["open", "approved"] } };
  return (await db.models.priceProposal.findFirst({ where, select: { id: true } }))?.id;
}

/** A stored call with the state of its proposal. */
export type LockedProposal = Row<"priceProposal">;

/** Returns a proposal, locked until the transaction ends so that it is decided once, or undefined. */
export async function lockProposal(db: Db, id: number): Promise<LockedProposal | undefined> {
  const [row] = await lock(db, "priceProposal", { id: [id], for: "update" });
  return row;
}

/** Returns proposals with the names of their proposers. */
async function withNames<Proposed extends Pick<PriceProposal, "user_type" | "user_id">>(
  db: Db,
  rows: readonly Proposed[],
) {
  const proposerOf = ({ user_type, user_id }: Proposed) => ({ actor_type: user_type, actor_id: user_id });
  const nameOf = await readCallerNames(db, rows.map(proposerOf));
  return rows.map((row) => ({ ...row, user_name: nameOf(proposerOf(row)) }));
}

/** Returns the proposals that match the criteria, without reasons and changes. */
export const searchProposals = (db: Db, criteria: SearchCriteria): Promise<PriceProposalSearchResults> =>
  searchModel(db, criteria, {
    fields,
    read: async (query) =>
      (await withNames(db, await db.models.priceProposal.findMany({ ...query, omit: large }))).map((row) => ({
        ...row,
        reasons: null,
        changes: null,
      })),
  });

/** A decision about a proposal. */
export interface Decision {
  readonly state: "approved" | "rejected";
  readonly userType: number;
  readonly userId: number | null;
  readonly comment: string | null;
}

/** Stores a decision. */
export async function updateDecision(db: Db, id: number, { state, userType, userId, comment }: Decision) {
  const decided = { decided_by_type: userType, decided_by_id: userId, decided_at: new Date().toISOString() };
  await db.models.priceProposal.updateMany({ where: { id }, data: { state, comment, ...decided } });
}

/** Stores the reason why an approval failed. */
export async function updateFailure(db: Db, id: number, failure: string): Promise<void> {
  await db.models.priceProposal.updateMany({ where: { id, state: "open" }, data: { failure } });
}

/** Returns the number of open proposals of a caller. */
export const countOpenProposals = (db: Db, caller: { readonly userType: number; readonly userId: number }) =>
  db.models.priceProposal.count({ where: { user_type: caller.userType, user_id: caller.userId, state: "open" } });
