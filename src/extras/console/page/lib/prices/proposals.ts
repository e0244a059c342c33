import type { Message } from "../messages.js";
import type { PreviewedChange } from "./price-changes.js";

/** The calls of one bulk that guard-rails hold, or a held synchronous call. */
export interface ProposalGroup {
  /** Id of its first proposal. */
  readonly id: number;
  readonly state: "open" | "approved" | "rejected" | "mixed";
  readonly call: string;
  readonly user_type: number;
  readonly user_id: number;
  readonly user_name: string | null;
  readonly bulk_uuid: string | null;
  readonly created_at: string;
  readonly proposal_count: number;
  readonly open_count: number;
  readonly failed_count: number;
  readonly row_count: number;
  readonly decided_at: string | null;
  readonly decided_by_name: string | null;
  readonly comment: string | null;
}

/** A price that a held call would change. */
export interface ProposalRow {
  readonly proposal_id: number;
  readonly state: "open" | "approved" | "rejected";
  /** Why the last approval failed. */
  readonly failure: string | null;
  readonly change: PreviewedChange;
}

/** The reasons of a held call. */
export interface Proposal {
  readonly reasons?: readonly Message[] | null;
}

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total_count: number;
}

const administrator = 2;

/** Whether a signed-in administrator made the held calls, and so cannot decide about them. User names are case-insensitive. */
export const isOwn = (
  { user_type: type, user_name: name }: Pick<ProposalGroup, "user_type" | "user_name">,
  signedIn: string | null | undefined,
): boolean => type === administrator && name !== null && name.toLowerCase() === signedIn?.toLowerCase();
