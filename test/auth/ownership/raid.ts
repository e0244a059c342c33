import { admits, guest } from "../../../src/auth/actor.js";
import type { Route } from "../../../src/contract/operations.js";
import { type Attempt, attemptsOn, plainCall } from "./attempts.js";
import { type Caller, Doors, type Exchange, outcomesOf } from "./doors.js";
import type { Given } from "./places.js";
import type { Stage } from "./stage.js";

/** The attempts of a caller on a route, through every door that it has. */
export class Raid {
  private readonly doors: Doors;
  private readonly faults: string[] = [];
  /** Whether the words are those of somebody new: what a caller with an account may not say of itself again. */
  private isNewcomer = false;
  private isUsedUp = true;

  constructor(
    private readonly stage: Stage,
    private readonly route: Route,
    private readonly caller: Caller,
  ) {
    this.doors = new Doors(stage, route, caller);
  }

  /** The status of a sensible call, whose words the attempts then have. */
  async plainStatus(): Promise<number> {
    const { status } = await this.make("REST", this.plain(), () => this.doors.rest(this.plain()));
    if (status !== 400) return status;
    this.isNewcomer = true;
    return (await this.make("REST", this.plain(), () => this.doors.rest(this.plain()))).status;
  }

  /** What is wrong with the answers, in words. Of what is open to everybody, guests try all, and customers what tells most. */
  async run(): Promise<readonly string[]> {
    const isOpen = this.caller.actor.id !== null && admits(this.route.permission, guest);
    const all = attemptsOn(this.route, this.words, this.stage.victim.aims);
    const attempts = isOpen ? all.filter(({ isTelling }) => isTelling) : all;
    for (const attempt of attempts) {
      const { status } = await this.make("REST", attempt, () => this.doors.rest(attempt));
      // What decides by its arguments is the same as no route at all for whom these are not about.
      if (this.route.admit && attempt.isForeign && status !== 401) {
        this.faults.push(`${this.caller.name}, ${attempt.what}: is let in with ${status}`);
      }
      if (attempt.isTelling) await this.make("GraphQL", attempt, () => this.doors.graphql(this.aliased(attempt)));
    }
    if (this.route.queueable) await this.queue(attempts.filter((attempt) => this.isReadable(attempt)));
    return this.faults;
  }

  private async queue(attempts: readonly Attempt[]): Promise<void> {
    const accepted: Exchange[] = [];
    const telling = attempts.filter(({ isTelling }) => isTelling);
    for (const attempt of telling) accepted.push(await this.make("async", attempt, () => this.doors.async(attempt)));
    accepted.push(await this.make("bulk", { what: "all" }, () => this.doors.bulk(attempts)));
    accepted.push(await this.make("a bulk by name", { what: "all" }, () => this.doors.named(telling)));
    const outcomes = await outcomesOf(
      this.stage,
      accepted.filter(({ status }) => status < 300),
    );
    for (const outcome of outcomes) this.note("queued", outcome.asked, outcome);
  }

  private async make(door: string, { what }: Pick<Attempt, "what">, send: () => Promise<Exchange>): Promise<Exchange> {
    if (this.isUsedUp) await this.stage.thief.refresh();
    const exchange = await send();
    this.isUsedUp = exchange.status === 200 && this.route.method !== "GET";
    this.note(door, what, exchange);
    return exchange;
  }

  /** A failure of the service is a fault, and so is a word of what the victim alone knows. */
  private note(door: string, what: string, { status, answered }: Exchange): void {
    const told = this.stage.victim.secrets.filter((secret) => answered.includes(secret));
    const where = `${this.caller.name}, ${door}, ${what}`;
    if (status >= 500) this.faults.push(`${where}: fails with ${answered}`);
    if (told.length > 0) this.faults.push(`${where}: tells ${told.join(", ")}`);
  }

  /** An attempt under an alias, beside a call of the caller's own under another. */
  private aliased({ args }: Attempt): Readonly<Record<string, Given>> {
    return { own: this.plain().sent, theirs: args };
  }

  /** Where one element cannot be read, a bulk is refused as a whole. */
  private isReadable({ sent, path }: Attempt): boolean {
    try {
      this.route.read({ body: sent, query: {}, path });
      return true;
    } catch {
      return false;
    }
  }

  private readonly words = () => this.stage.thief.words(this.isNewcomer);
  private readonly plain = () => plainCall(this.route, this.words());
}
