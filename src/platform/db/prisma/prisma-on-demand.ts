import type { SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import type { PrismaClient } from "../generated/client.js";

/** Prisma's client, which is loaded on the first call of a model. A process calls none until it listens. */
export class PrismaOnDemand {
  private client: PrismaClient | undefined;
  private loading: Promise<PrismaClient> | undefined;

  constructor(private readonly adapter: SqlDriverAdapterFactory) {}

  async use<Result>(work: (client: PrismaClient) => Result | Promise<Result>): Promise<Result> {
    return work(this.client ?? (await (this.loading ??= this.load())));
  }

  async disconnect(): Promise<void> {
    // A failure to load it was already reported to the callers of models.
    const client = await this.loading?.catch(() => undefined);
    await client?.$disconnect();
  }

  private async load(): Promise<PrismaClient> {
    const { PrismaClient } = await import("../generated/client.js");
    return (this.client = new PrismaClient({ adapter: this.adapter }));
  }
}
