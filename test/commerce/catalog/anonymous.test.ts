import { describe, expect, it } from "vitest";
import { startApp } from "../../support/app.js";
import { simple } from "./support.js";

describe("the public catalog", () => {
  it("lets guests read options, links and the stock status, but not change anything", async () => {
    await using app = await startApp({ PORTICO_ANONYMOUS_CATALOG: "on" });
    const admin = await app.asAdmin();
    const options = [{ title: "T", type: "field" }];
    const { body } = await admin.post("/V1/products", { product: simple("open", { options }) });
    const guest = app.asGuest();
    const option = `/V1/products/open/options/${body.options[0].option_id}`;
    for (const path of [
      "/V1/products/open/options",
      option,
      "/V1/products/links/types",
      "/V1/products/links/related/attributes",
      "/V1/products/open/links/related",
      "/V1/stockStatuses/open",
    ]) {
      expect((await guest.get(path)).status, path).toBe(200);
    }
    for (const reply of [
      await guest.get("/V1/stockItems/open"),
      await guest.delete(option),
      await guest.post("/V1/products/open/links", { items: [] }),
    ]) {
      expect(reply.status).toBe(401);
    }
  });
});
