import type { SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import type { PrismaClient } from "./generated/client.js";

/** Prisma's client, which is loaded and made with the first call of a model: until a process listens it calls none. */
export class PrismaOnDemand {
  private client: PrismaClient | undefined;
  private loading: Promise<PrismaClient> | undefined;

  constructor(private readonly adapter: SqlDriverAdapterFactory) {}

  async use<Result>(work: (client: PrismaClient) => Result | Promise<Result>): Promise<Result> {
    return work(this.client ?? (await (this.loading ??= this.load())));
  }

  async disconnect(): Promise<void> {
    // A failure to load it was reported to those who wanted to use it.
    const client = await this.loading?.catch(() => undefined);
    await client?.$disconnect();
  }

  private async load(): Promise<PrismaClient> {
    const { PrismaClient } = await import("./generated/client.js");
    return (this.client = new PrismaClient({ adapter: this.adapter }));
  }
}
