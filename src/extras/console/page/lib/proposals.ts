import type { Message } from "./messages.js";
import type { PreviewedChange } from "./prices/price-changes.js";

/** A call that guard-rails hold until another person approves it. */
export interface Proposal {
  readonly id: number;
  readonly state: "open" | "approved" | "rejected";
  readonly call: string;
  readonly user_type: number;
  readonly user_id: number;
  readonly user_name: string | null;
  readonly bulk_uuid: string | null;
  readonly created_at: string;
  readonly row_count: number;
  readonly comment: string | null;
  /** Why the last approval failed. */
  readonly failure: string | null;
  /** Absent in lists. */
  readonly reasons?: readonly Message[] | null;
  /** Absent in lists. */
  readonly changes?: readonly PreviewedChange[] | null;
}

/** A page of the list of proposals. */
export interface ProposalPage {
  readonly items: readonly Proposal[];
}

const administrator = 2;

/** Whether a signed-in administrator made the held call, and so cannot decide about it. User names are case-insensitive. */
export const isOwn = ({ user_type: type, user_name: name }: Proposal, signedIn: string | null | undefined): boolean =>
  type === administrator && name !== null && name.toLowerCase() === signedIn?.toLowerCase();

export const stateLabels = { open: "Waiting", approved: "Approved", rejected: "Rejected" } as const;
