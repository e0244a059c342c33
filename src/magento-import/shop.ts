/** A shop that answers Magento's REST interface. */
export interface Shop {
  /**
   * Returns the answer of a path below `/rest/<store>/V1`, with its query. Throws a `ShopError` for an answer that is no
   * success. The default store code is `all`.
   */
  get(path: string, store?: string): Promise<unknown>;
  /** Asks a question that Magento asks with POST, and changes nothing. */
  ask(path: string, body: object): Promise<unknown>;
}

/** An answer of a shop that is no success. */
export class ShopError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Whether a shop answered that it has no such route or entity. */
export const isMissing = (error: unknown): boolean => error instanceof ShopError && error.status === 404;

/** A part of an entity that cannot be imported, and why. */
export class NotTaken extends Error {}
