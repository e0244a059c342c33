import type { Actor } from "../auth/actor.js";
import { isConnectionLost } from "../../platform/db/sql-errors.js";
import { withPageLimit } from "../search-criteria/page-limit.js";
import type { Context } from "./context.js";
import { authorize, type Call } from "./invoke.js";
import type { Kernel } from "./kernel.js";
import type { Selection } from "./answer/selection.js";

/** Thrown when a read uses a caller who is not identified yet. */
class CallerUnknownError extends Error {
  override readonly name = "CallerUnknownError";
}

const refuse = (): never => {
  throw new CallerUnknownError("A read that begins early must not depend on its caller.");
};

/** Stands for a caller who is being identified. Reading any of its properties throws `CallerUnknownError`. */
export const unknownCaller: Actor = {
  get type() {
    return refuse();
  },
  get id() {
    return refuse();
  },
  get resources() {
    return refuse();
  },
};

/**
 * A read that runs while its caller is identified (decision 0014). It has no effects, and its result is not released
 * until the route admits the caller.
 */
export class EarlyRead {
  readonly #call: Omit<Call, "ctx">;
  readonly #result: Promise<unknown>;

  /** The selected parts of the result. */
  readonly selection: Selection | undefined;

  private constructor({ route, args, ctx }: Call, result: Promise<unknown>) {
    this.#call = { route, args };
    this.selection = ctx.selection;
    this.#result = result;
    // If the caller is rejected, nobody handles a failure of the read.
    result.catch(() => undefined);
  }

  /** Starts the read of a route that is declared `early`, before its caller is known. */
  static begin({ config, resolvers }: Pick<Kernel, "config" | "resolvers">, { route, args, ctx }: Call): EarlyRead {
    const { target, call } = route.operation;
    const within = { ...ctx, actor: unknownCaller, exchange: undefined };
    const run = async (): Promise<unknown> => call(resolvers.get(target), withPageLimit(args, config), within);
    return new EarlyRead({ route, args, ctx }, run());
  }

  /**
   * Returns the result, or undefined if the read has to run again because it used its caller or lost its connection.
   * Throws the 401 of the route's permission, and any other error of the read.
   */
  async resultFor({ config }: Pick<Kernel, "config">, ctx: Context): Promise<{ readonly result: unknown } | undefined> {
    await authorize(config, { ...this.#call, ctx });
    try {
      return { result: await this.#result };
    } catch (error) {
      if (error instanceof CallerUnknownError || isConnectionLost(error)) return undefined;
      throw error;
    }
  }
}
