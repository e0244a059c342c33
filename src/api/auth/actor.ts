import { networkOf } from "./sign-in/network-of.js";

/** The caller of a request. The numbers appear as `user_type` in the status of a bulk. */
export const UserType = { integration: 1, administrator: 2, customer: 3, guest: 4 } as const;
export type UserType = (typeof UserType)[keyof typeof UserType];

/** Returns the user type of a stored number; an unknown number is treated as a guest. */
export const userTypeOf = (stored: number): UserType =>
  Object.values(UserType).find((type) => type === stored) ?? UserType.guest;

export interface Actor {
  readonly type: UserType;
  /** Id of the integration, administrator or customer; null for a guest. */
  readonly id: number | null;
  /** Granted resource ids; empty for customers and guests. */
  readonly resources: ReadonlySet<string>;
  /** The prices that the caller's role can change, as `kind:website id`; undefined for all prices. */
  readonly priceRights?: readonly string[] | undefined;
  /** The website of a customer's account; undefined if all websites share accounts. */
  readonly websiteId?: number | undefined;
}

/** Returns the price rights of a stored role: a role without any can change all prices. */
export const priceRightsOf = (stored: readonly string[] | null): Pick<Actor, "priceRights"> =>
  stored === null || stored.length === 0 ? {} : { priceRights: stored };

export const guest: Actor = { type: UserType.guest, id: null, resources: new Set() };

/** Returns the name under which a caller's queued work is counted; all guests have the same. */
export const nameOf = ({ type, id }: Actor): string => (type === UserType.guest ? "guests" : `${type} ${id}`);

/** Returns the name under which the capacity that a request takes is counted. Guests are counted by the network of their address. */
export const shareOf = (actor: Actor, address: string | undefined): string =>
  actor.type === UserType.guest ? `${nameOf(actor)} ${networkOf(address)}` : nameOf(actor);

/** Returns the user type of a caller by a name from `nameOf`. */
export const typeOfName = (name: string): UserType => userTypeOf(Number.parseInt(name, 10));

/** Formats a caller for the log: `administrator 3`, `guest`. */
export const titleOf = ({ type, id }: Pick<Actor, "type" | "id">): string => {
  const title = Object.entries(UserType).find(([, value]) => value === type)?.[0] ?? "guest";
  return id === null ? title : `${title} ${id}`;
};

/** The resource that grants all others. */
export const everything = "Magento_Backend::all";

/** Whether a route's permission (a list of resources, `self` or `anonymous`) admits the caller. */
export function admits(permission: readonly string[], actor: Actor): boolean {
  return permission.every((resource) => {
    if (resource === "anonymous") return true;
    if (resource === "self") return actor.type === UserType.customer;
    return actor.resources.has(resource) || actor.resources.has(everything);
  });
}
