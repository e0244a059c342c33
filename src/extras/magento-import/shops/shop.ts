/** A shop with Magento's REST API. */
export interface Shop {
  /**
   * Returns the answer of a path below `/rest/<store>/V1`, with its query. Throws a `ShopError` for a failed request.
   * The default store code is `all`.
   */
  get(path: string, store?: string): Promise<unknown>;
  /** Reads data that Magento reads with POST. Changes nothing. */
  ask(path: string, body: object): Promise<unknown>;
}

/** A failed request to a shop. */
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
export class NotImportableError extends Error {}
