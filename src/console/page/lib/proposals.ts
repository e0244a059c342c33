import type { Parameters } from "../../../call/errors.js";
import type { Preview } from "./price-changes.js";

/** A call that guard-rails hold until another person approves it. */
export interface Proposal extends Partial<Preview> {
  readonly id: number | string;
  readonly state: string;
  readonly created_at: string;
  readonly actor_type?: string;
  readonly actor_id?: number | null;
  readonly actor_name?: string | null;
  readonly call?: string;
  readonly breaches?: readonly { readonly message: string; readonly parameters?: Parameters }[];
  readonly comment?: string | null;
  readonly bulk_uuid?: string | null;
}
