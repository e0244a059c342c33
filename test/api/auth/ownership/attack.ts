import { admits, guest } from "../../../../src/api/auth/actor.js";
import type { Route } from "../../../../src/api/contract/routes/operations.js";
import { type Attempt, attemptsOn, plainCall } from "./attempts.js";
import { type Caller, CallForms, type Exchange, outcomesOf } from "./call-forms.js";
import type { Given } from "./places.js";
import type { Stage } from "./fixtures.js";

/** Makes the attempts of a caller on a route, on every transport. */
export class Attack {
  private readonly forms: CallForms;
  private readonly faults: string[] = [];
  /** Whether the values are those of a new customer, because an existing one cannot send them again. */
  private isNewcomer = false;
  private isUsedUp = true;

  constructor(
    private readonly stage: Stage,
    private readonly route: Route,
    private readonly caller: Caller,
  ) {
    this.forms = new CallForms(stage, route, caller);
  }

  /** Returns the status of a valid call, whose values the attempts then have. */
  async plainStatus(): Promise<number> {
    const { status } = await this.make("REST", this.plain(), () => this.forms.rest(this.plain()));
    if (status !== 400) return status;
    this.isNewcomer = true;
    return (await this.make("REST", this.plain(), () => this.forms.rest(this.plain()))).status;
  }

  /**
   * Returns the faults in the answers, as text. On public routes, guests make all attempts, and customers the most
   * relevant ones.
   */
  async run(): Promise<readonly string[]> {
    const isOpen = this.caller.actor.id !== null && admits(this.route.permission, guest);
    const all = attemptsOn(this.route, this.words, this.stage.victim.aims);
    const attempts = isOpen ? all.filter(({ isRevealing }) => isRevealing) : all;
    for (const attempt of attempts) {
      const { status } = await this.make("REST", attempt, () => this.forms.rest(attempt));
      // A route that decides by its arguments answers as if it did not exist, unless they belong to the caller.
      if (this.route.admit && attempt.isForeign && status !== 401) {
        this.faults.push(`${this.caller.name}, ${attempt.what}: is let in with ${status}`);
      }
      if (attempt.isRevealing) await this.make("GraphQL", attempt, () => this.forms.graphql(this.aliased(attempt)));
    }
    if (this.route.queueable) await this.queue(attempts.filter((attempt) => this.isReadable(attempt)));
    return this.faults;
  }

  private async queue(attempts: readonly Attempt[]): Promise<void> {
    const accepted: Exchange[] = [];
    const revealing = attempts.filter(({ isRevealing }) => isRevealing);
    for (const attempt of revealing) accepted.push(await this.make("async", attempt, () => this.forms.async(attempt)));
    accepted.push(await this.make("bulk", { what: "all" }, () => this.forms.bulk(attempts)));
    accepted.push(await this.make("a bulk by name", { what: "all" }, () => this.forms.named(revealing)));
    const outcomes = await outcomesOf(
      this.stage,
      accepted.filter(({ status }) => status < 300),
    );
    for (const outcome of outcomes) this.note("queued", outcome.asked, outcome);
  }

  private async make(form: string, { what }: Pick<Attempt, "what">, send: () => Promise<Exchange>): Promise<Exchange> {
    if (this.isUsedUp) await this.stage.thief.refresh();
    const exchange = await send();
    this.isUsedUp = exchange.status === 200 && this.route.method !== "GET";
    this.note(form, what, exchange);
    return exchange;
  }

  /** A failure of the service is a fault, and so is any secret of the victim in an answer. */
  private note(form: string, what: string, { status, answered }: Exchange): void {
    const shown = this.stage.victim.secrets.filter((secret) => answered.includes(secret));
    const where = `${this.caller.name}, ${form}, ${what}`;
    if (status >= 500) this.faults.push(`${where}: fails with ${answered}`);
    if (shown.length > 0) this.faults.push(`${where}: shows ${shown.join(", ")}`);
  }

  /** Returns an aliased attempt next to an aliased call of the caller's own. */
  private aliased({ args }: Attempt): Readonly<Record<string, Given>> {
    return { own: this.plain().sent, theirs: args };
  }

  /** A bulk is rejected as a whole if one element cannot be read. */
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
