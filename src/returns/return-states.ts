import { inputError } from "../call/errors.js";

/** The states of an item, and those that it can change to. */
const next: Readonly<Record<string, readonly string[]>> = {
  pending: ["authorized", "denied"],
  authorized: ["received", "denied"],
  received: ["approved", "rejected"],
  denied: [],
  approved: [],
  rejected: [],
};

/** States in which nothing is left to decide about an item. */
const ended: ReadonlySet<string> = new Set(["denied", "approved", "rejected"]);

/** States in which the goods have come back. */
const arrived: ReadonlySet<string> = new Set(["received", "approved", "rejected"]);

/** States of a return by the state that the furthest of its items has: of all items, and of some of them. */
const ofItems: readonly (readonly [item: string, all: string, some: string])[] = [
  ["approved", "approved", "approved_on_item"],
  ["rejected", "rejected", "rejected_on_item"],
  ["received", "received", "received_on_item"],
  ["authorized", "authorized", "partially_authorized"],
];

/** The states that the shop gives a return itself, and other names of them. */
const closing: ReadonlySet<string> = new Set(["closed", "processed_closed", "processed_and_closed"]);

interface WithStatus {
  readonly status: string;
}

/** Throws 400 for a change of state that an item cannot make. An unknown state is one of them. */
export function checkChange(from: string, to: string): void {
  if (from !== to && !next[from]?.includes(to)) throw cannotChange(from, to);
}

const cannotChange = (from: string, to: string) =>
  inputError('The status can\'t change from "%1" to "%2".', [from, to]);

/** Returns the state of a return that follows from its items. */
function statusOf(items: readonly WithStatus[]): string {
  const states = items.map(({ status }) => status);
  for (const [state, all, some] of ofItems) {
    if (states.includes(state)) return states.every((each) => each === state) ? all : some;
  }
  return states.length > 0 && states.every((each) => each === "denied") ? "denied" : "pending";
}

/** Whether a return takes nothing but comments any more. */
export const isClosed = ({ status }: WithStatus): boolean => closing.has(status);

/** Whether something of a return has come back. */
export const hasArrived = (items: readonly WithStatus[]): boolean => items.some(({ status }) => arrived.has(status));

/**
 * Returns the state of a return after a change. A closing state is taken if no item is open, and throws 400 otherwise; any
 * other is ignored, because clients write back what they read.
 */
export function changedStatus(before: string, given: string | null | undefined, items: readonly WithStatus[]): string {
  if (given == null || !closing.has(given)) return statusOf(items);
  if (!items.every(({ status }) => ended.has(status))) throw cannotChange(before, given);
  return items.some(({ status }) => status === "approved") ? "processed_closed" : "closed";
}
