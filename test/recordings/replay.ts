import { importTableRates } from "../../src/commerce/checkout/published.js";
import { setRates } from "../../src/commerce/directory/rate-rules.js";
import { setShopSetting } from "../../src/commerce/store/published.structure.js";
import { createGroup } from "../../src/commerce/store/structure/store-groups.js";
import { createView } from "../../src/commerce/store/structure/store-views.js";
import { createWebsite } from "../../src/commerce/store/structure/websites.js";
import { startApp, type TestApp } from "../support/app.js";
import { eventually } from "../support/bulk.js";
import { type Difference, differencesOf } from "./compare.js";
import { addRecordsFromBefore } from "./seeds.js";
import { type Answer, send } from "./send.js";
import { type Domain, isCompared, type Step, type Story } from "./stories.js";
import { captured, filled, textOf, Variables } from "./variables.js";

/** A step whose answer differs from the recorded one. `at` is its number in the story, from 0. */
export interface DifferentStep {
  readonly at: number;
  readonly step: Step;
  readonly differences: readonly Difference[];
}

/** The price of table rates for Texas and all other regions of the United States. Its answers do not tell where it begins. */
const tableRates = {
  package_weight: "USA,*,*,0,20",
  package_value_with_discount: "USA,*,*,0,20",
  package_qty: "USA,*,*,0,15\nUSA,*,*,5,10",
};
const otherTableRates = "USA,NV,*,0,15\nUSA,CA,*,0,2\nUSA,CA,90210,0,1\nDEU,*,*,0,8\n*,*,*,0,30";

/**
 * A service as it was when the stories of a domain were recorded. Those of products have more store views, and those of
 * checkout table rates and an exchange rate.
 */
export async function startRecorded(domain: Domain, settings: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  const app = await startApp({ PORTICO_CONSUMER: "on", PORTICO_SIGN_IN_RATE: "1000000", ...settings });
  await app.db.transaction(async (tx) => {
    await setShopSetting(tx, { path: "general/locale/timezone", value: "UTC", scope: "default" }, app);
    await setShopSetting(tx, { path: "currency/options/allow", value: "USD", scope: "default" }, app);
    if (domain === "checkout") {
      await setRates(tx, [{ currency_from: "USD", currency_to: "EUR", rate: "0.9137" }]);
      for (const [condition, rows] of Object.entries(tableRates))
        await importTableRates(
          tx,
          { website: "base", condition },
          `Country,Region,Zip,From,Price\n${rows}\n${otherTableRates}\n`,
        );
    }
    if (domain !== "products") return;
    const website = await createWebsite(tx, { code: "w2", name: "W2" });
    await createView(tx, { code: "es", name: "Spanish" });
    const group = await createGroup(tx, { code: "w2g", name: "W2G", website_id: website.id, root_category_id: 2 });
    await createView(tx, { code: "w2v", name: "W2V", store_group_id: group.id });
  });
  await addRecordsFromBefore(app, domain);
  return app;
}

/** Stories that sort orders by time. Magento placed no two of them in one second. */
const sortsByTime: ReadonlySet<string> = new Set(["10-search"]);

/** Waits until times that are rounded to seconds differ from now. */
async function nextSecond(): Promise<void> {
  const from = Date.now();
  await eventually(() => Promise.resolve(Date.now() - from)).toBeGreaterThanOrEqual(1000);
}

/** Whether a path of a recording begins before `/rest`. */
const namesFront = /^\/(?:index\.php|rest)\//i;

/** Sends the calls of a story, and returns those whose answers differ from the recorded ones. */
export async function replay(app: TestApp, story: Story): Promise<readonly DifferentStep[]> {
  const replayed = new Replay(app, new Date(story.recordedAt));
  for (const [at, step] of story.steps.entries()) {
    await replayed.take(step, at);
    if (sortsByTime.has(story.name) && step.path?.endsWith("/payment-information")) await nextSecond();
  }
  return replayed.different;
}

class Replay {
  readonly different: DifferentStep[] = [];
  private readonly variables = new Variables();
  /** The tokens of those who have called, by name. */
  private readonly tokens = new Map<string, string>();

  constructor(
    private readonly app: TestApp,
    private readonly recordedAt: Date,
  ) {}

  async take(step: Step, at: number): Promise<void> {
    for (const [name, value] of Object.entries(step.set ?? {})) this.variables.set(name, value, value);
    for (const [path, value] of Object.entries(step.config ?? {})) await this.set(path, value);
    if (step.signIn !== undefined) await this.signIn(step, step.signIn);
    if (step.method !== undefined && step.path !== undefined && typeof step.headers !== "string") {
      await this.call(step, at);
    }
  }

  private async set(path: string, recorded: string | number | null): Promise<void> {
    // A tax class is named by its id.
    const value = path.startsWith("tax/classes/") ? this.variables.ourValueOf(recorded) : recorded;
    const setting = { path, value: value === null ? null : textOf(value), scope: "default" };
    await this.app.db.transaction((tx) => setShopSetting(tx, setting, this.app));
  }

  private async signIn({ username, password }: Step, name: string): Promise<void> {
    const credentials = { username: filled(username, this.variables.ours), password };
    const { body } = await this.app.asGuest().post("/V1/integration/customer/token", credentials);
    this.tokens.set(name, String(body));
  }

  private async call(step: Step, at: number): Promise<void> {
    const answer = await this.send(step);
    // Magento's consumer had run what was queued before the next call.
    if (answer.status === 202) await eventually(() => this.countOpen()).toBe(0);
    for (const [name, capture] of Object.entries(step.capture ?? {})) {
      this.variables.set(name, captured(step.answer, capture), captured(answer.json, capture));
    }
    if (!isCompared(step)) return;
    const differences = this.compare(step, answer);
    if (differences.length > 0) this.different.push({ at, step, differences });
  }

  private async send({ as, method = "GET", path, body, headers }: Step): Promise<Answer> {
    const sent = filled(body, this.variables.ours);
    const token = await this.token(as);
    const named = new Headers({
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    });
    for (const [name, value] of Object.entries((headers ?? {}) as Readonly<Record<string, string | null>>)) {
      if (value === null) named.delete(name);
      else named.set(name, value);
    }
    const to = textOf(filled(path, this.variables.ours));
    return send(`${this.app.url}${namesFront.test(to) ? "" : "/rest"}${to}`, {
      method,
      headers: Object.fromEntries(named),
      body: body === undefined || typeof sent === "string" ? (sent as string | undefined) : JSON.stringify(sent),
    });
  }

  private async token(as: string | undefined): Promise<string | undefined> {
    if (as === "admin" && !this.tokens.has(as)) this.tokens.set(as, (await this.app.asAdmin()).token ?? "");
    return as === undefined ? undefined : this.tokens.get(as);
  }

  private async countOpen(): Promise<number | undefined> {
    const [row] = await this.app.db.query<{ open: number }>(
      "select count(*)::int as open from bulk_operation where status = 4",
    );
    return row?.open;
  }

  private compare(step: Step, { status, text, json }: Answer): readonly Difference[] {
    const { variables, recordedAt } = this;
    const others = status === step.status ? [] : [{ at: "status", theirs: step.status, ours: status }];
    if (json === undefined)
      return textOf(step.answer) === text ? others : [...others, { at: "text", theirs: step.answer, ours: text }];
    // A recording has `null` as text.
    const theirs = step.answer === "null" ? null : step.answer;
    return [...others, ...differencesOf(theirs, json, { variables, recordedAt, ignore: step.ignore ?? [] })];
  }
}
