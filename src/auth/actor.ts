/** Who makes a call. The numbers are those that the status of a bulk shows as `user_type`. */
export const UserType = { integration: 1, administrator: 2, customer: 3, guest: 4 } as const;
export type UserType = (typeof UserType)[keyof typeof UserType];

/** The kind of user that a stored number stands for; whoever has none is a guest. */
export const userTypeOf = (stored: number): UserType =>
  Object.values(UserType).find((type) => type === stored) ?? UserType.guest;

export interface Actor {
  readonly type: UserType;
  /** The id of the integration, administrator or customer; null for a guest. */
  readonly id: number | null;
  /** Ids of the permission tree that were granted; empty for customers and guests. */
  readonly resources: ReadonlySet<string>;
}

export const guest: Actor = { type: UserType.guest, id: null, resources: new Set() };

/** A resource that grants every other. */
export const everything = "Magento_Backend::all";

/** Whether the permission of a route, a list of resources or `self` or `anonymous`, admits the caller. */
export function admits(permission: readonly string[], actor: Actor): boolean {
  return permission.every((resource) => {
    if (resource === "anonymous") return true;
    if (resource === "self") return actor.type === UserType.customer;
    return actor.resources.has(resource) || actor.resources.has(everything);
  });
}
