import { fileURLToPath } from "node:url";
import type { Bench, Measure, Target } from "../measure.js";
import { measureAlternately, send, timed } from "../timing.js";

const warmUpRounds = 4;
const rounds = 15;

/** The same call on two servers, one of which records no events. */
export const feedShare: Measure = {
  name: "feed-share",
  title: "one call that sets 10,000 base prices; baseline: the same server without the feed of events",
  unit: "ms",
  goal: { of: "ratio", atMost: 1.1 },
  async run({ ours, startOurs, skus, database }: Bench) {
    const hooks = fileURLToPath(new URL("../without-events.mjs", import.meta.url));
    await using bare = await startOurs({ PORTICO_CONSUMER: "off", NODE_OPTIONS: `--import=${hooks}` });
    let call = 0;
    const set = (target: Target) => () => {
      call += 1;
      const prices = skus.map((sku, index) => ({ sku, store_id: 0, price: (2000 + index + call) / 100 }));
      const json = JSON.stringify({ prices });
      return timed(() => send(target, "/rest/V1/products/base-prices", json));
    };
    const eventsBy = async (target: Target) => {
      const count = async () =>
        Number((await database.query<{ n: string }>("select count(*) as n from feed_event")).rows[0]?.n);
      const before = await count();
      await set(target)();
      return (await count()) - before;
    };
    const without = { ...ours, url: bare.url };
    const [mine, none] = [await eventsBy(ours), await eventsBy(without)];
    if (mine === 0 || none > 0) throw new Error(`The servers wrote ${mine} and ${none} events.`);
    const measure = { ours: set(ours), baseline: set(without) };
    await measureAlternately(warmUpRounds, measure);
    await database.query("vacuum analyze");
    // `await` keeps the second server running until the measure ends.
    return await measureAlternately(rounds, measure);
  },
};
