import type { Models } from "../database.js";

/** Runs work with the models when they are available. */
type UseModels = (work: (models: Models) => unknown) => Promise<unknown>;

type Step = readonly [method: PropertyKey, args: readonly unknown[]];

/** Returns Prisma's models before their client is loaded. As with Prisma itself, nothing runs until a call is awaited. */
export function lazyModels(use: UseModels): Models {
  return new Proxy({} as Models, {
    get: (_target, model) => (typeof model === "symbol" ? undefined : lazyModel(use, model)),
  });
}

function lazyModel(use: UseModels, model: string): object {
  return new Proxy(
    {},
    {
      get: (_target, method) =>
        typeof method === "symbol"
          ? undefined
          : (...args: unknown[]) => new LazyCall(use, model, [[method, args]]).chained(),
    },
  );
}

/** A call of a model's method, perhaps followed along relations (`findUnique(…).addresses()`). */
class LazyCall implements PromiseLike<unknown> {
  private result: Promise<unknown> | undefined;

  constructor(
    private readonly use: UseModels,
    private readonly model: string,
    private readonly steps: readonly Step[],
  ) {}

  then<One = unknown, Other = never>(
    fulfilled?: ((value: unknown) => One | PromiseLike<One>) | null,
    rejected?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<One | Other> {
    return this.run().then(fulfilled, rejected);
  }

  catch(rejected: (reason: unknown) => unknown): Promise<unknown> {
    return this.run().catch(rejected);
  }

  finally(settled: () => void): Promise<unknown> {
    return this.run().finally(settled);
  }

  /** Returns this call as a promise, on which any other method is the next step along a relation. */
  chained(): object {
    return new Proxy(this, {
      get: (call, name) => {
        if (name === "then" || name === "catch" || name === "finally") return call[name].bind(call);
        if (name === Symbol.toStringTag) return "PrismaPromise";
        return (...args: unknown[]) => new LazyCall(call.use, call.model, [...call.steps, [name, args]]).chained();
      },
    });
  }

  private run(): Promise<unknown> {
    this.result ??= this.use((models) =>
      this.steps.reduce<unknown>(
        (target, [method, args]) => call(target, method, args),
        Reflect.get(models, this.model),
      ),
    );
    return this.result;
  }
}

function call(target: unknown, method: PropertyKey, args: readonly unknown[]): unknown {
  const found: unknown = typeof target === "object" && target !== null ? Reflect.get(target, method) : undefined;
  if (typeof found !== "function") throw new TypeError(`The models have no method \`${String(method)}\`.`);
  return Reflect.apply(found, target, args) as unknown;
}
