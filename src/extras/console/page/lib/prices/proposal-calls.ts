import { signal } from "@preact/signals";
import { criteria, json, read } from "../api.js";
import type { Page, ProposalGroup } from "./proposals.js";

/** Number of groups that wait for a decision; undefined without the right to read them. */
export const openProposals = signal<number | undefined>(undefined);

/** Counts the groups that wait. Returns false if the caller may not. */
export async function countProposals(): Promise<boolean> {
  const path = `/V1/price-proposal-groups?${criteria({ filters: [["state", "open"]], size: 1, page: 1 })}`;
  const found = await read<Page<ProposalGroup>>(path).catch(() => undefined);
  openProposals.value = found?.total_count;
  return found !== undefined;
}

export interface Decision {
  readonly kind: "approve" | "reject";
  /** Proposals to decide about; all open ones of the group without them. */
  readonly ids?: readonly number[];
  readonly comment: string;
}

interface Decided {
  readonly decided: number;
  readonly failed: readonly { readonly id: number; readonly message: string }[];
}

/** Maximum number of proposals that the server decides about at once. */
const maxDecided = 500;

/** Decides about proposals of a group, and returns those that failed. */
export async function decide(group: number, { kind, ids, comment }: Decision): Promise<Decided> {
  const path = `/V1/price-proposal-groups/${group}/${kind}`;
  const text = comment.trim() === "" ? {} : { comment };
  let decided = 0;
  const failed = new Map<number, Decided["failed"][number]>();
  const remaining = ids && [...ids];
  for (;;) {
    const some = remaining?.splice(0, maxDecided);
    const part = await json<Decided>("POST", path, { body: { ...text, ...(some ? { ids: some } : {}) } });
    decided += part.decided;
    for (const failure of part.failed) failed.set(failure.id, failure);
    const isLast = remaining ? remaining.length === 0 : part.decided === 0 || part.decided + failed.size < maxDecided;
    if (isLast) return { decided, failed: [...failed.values()] };
  }
}
