import { setShopSetting } from "../../src/commerce/store/published.js";
import { createGroup } from "../../src/commerce/store/structure/store-groups.js";
import { createView } from "../../src/commerce/store/structure/store-views.js";
import { createWebsite } from "../../src/commerce/store/structure/websites.js";
import { startApp, type TestApp } from "../support/app.js";
import { waitForBulk } from "../support/bulk.js";
import { Client, type Reply } from "../support/client.js";
import { type Difference, differencesOf } from "./compare.js";
import { type Domain, isCompared, type Step, type Story } from "./stories.js";
import { captured, filled, textOf, Variables } from "./variables.js";

/** A step whose answer differs from the recorded one. `at` is its number in the story, from 0. */
export interface DifferentStep {
  readonly at: number;
  readonly step: Step;
  readonly differences: readonly Difference[];
}

/** A service as it was when the stories of a domain were recorded. Those of products have more store views. */
export async function startRecorded(domain: Domain, settings: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  const app = await startApp({ PORTICO_CONSUMER: "on", PORTICO_SIGN_IN_RATE: "1000000", ...settings });
  await app.db.transaction(async (tx) => {
    await setShopSetting(tx, { path: "general/locale/timezone", value: "UTC", scope: "default" }, app);
    if (domain !== "products") return;
    const website = await createWebsite(tx, { code: "w2", name: "W2" });
    await createView(tx, { code: "es", name: "Spanish" });
    const group = await createGroup(tx, { code: "w2g", name: "W2G", website_id: website.id, root_category_id: 2 });
    await createView(tx, { code: "w2v", name: "W2V", store_group_id: group.id });
  });
  return app;
}

/** Sends the calls of a story, and returns those whose answers differ from the recorded ones. */
export async function replay(app: TestApp, story: Story): Promise<readonly DifferentStep[]> {
  const replayed = new Replay(app, new Date(story.recordedAt));
  for (const [at, step] of story.steps.entries()) await replayed.take(step, at);
  return replayed.different;
}

class Replay {
  readonly different: DifferentStep[] = [];
  private readonly variables = new Variables();
  private readonly callers = new Map<string | undefined, Client>();

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
    this.callers.set(name, new Client(this.app.url, String(body)));
  }

  private async call(step: Step, at: number): Promise<void> {
    const reply = await this.send(step);
    // Magento's consumer had run what was queued before the next call.
    if (reply.status === 202) await waitForBulk(await this.caller("admin"), reply);
    for (const [name, capture] of Object.entries(step.capture ?? {})) {
      this.variables.set(name, captured(step.answer, capture), captured(reply.body, capture));
    }
    if (!isCompared(step)) return;
    const differences = this.compare(step, reply);
    if (differences.length > 0) this.different.push({ at, step, differences });
  }

  private async send({ as, method, path, body, headers }: Step): Promise<Reply> {
    const caller = await this.caller(as);
    const sent = filled(body, this.variables.ours);
    const given = Object.entries((headers ?? {}) as Readonly<Record<string, string | null>>);
    const named = new Headers({
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    });
    for (const [name, value] of given) {
      if (value === null) named.delete(name);
      else named.set(name, value);
    }
    return caller.request(`/rest${textOf(filled(path, this.variables.ours))}`, {
      method: method ?? "GET",
      headers: named,
      redirect: "manual",
      ...(body === undefined ? {} : { body: typeof sent === "string" ? sent : JSON.stringify(sent) }),
    });
  }

  private async caller(as: string | undefined): Promise<Client> {
    const known = this.callers.get(as);
    if (known) return known;
    const caller = as === "admin" ? await this.app.asAdmin() : this.app.asGuest();
    this.callers.set(as, caller);
    return caller;
  }

  private compare(step: Step, { status, text, body }: Reply): readonly Difference[] {
    const { variables, recordedAt } = this;
    const others = status === step.status ? [] : [{ at: "status", theirs: step.status, ours: status }];
    if (body === undefined)
      return textOf(step.answer) === text ? others : [...others, { at: "text", theirs: step.answer, ours: text }];
    return [...others, ...differencesOf(step.answer, body, { variables, recordedAt, ignore: step.ignore ?? [] })];
  }
}
