import { transformSync } from "esbuild";
import { expect, it } from "vitest";
import { hasCurl } from "../support/curl.js";
import { codeOf, DocShop } from "./doc-page.js";
import { answerOf } from "./portico.js";

const page = "authentication.md";

it.skipIf(!hasCurl)("docs/authentication.md has commands and requests that work unchanged", async () => {
  await using shop = await DocShop.start();
  await answerOf(shop.folder, [
    ...["admin:user:create", "--admin-user", "jane", "--admin-password", "horse7battery"],
    ...["--admin-email", "jane@example.com", "--admin-firstname", "Jane", "--admin-lastname", "Doe"],
  ]);
  const output = await shop.runPage(page);
  const views = '"code":"default"';
  // A token and a signature both read the store views.
  expect(output.split(views).length - 1).toBeGreaterThanOrEqual(2);
  const expected = ['"email":"grace@example.com"', '"items_count":0', "Revoked integration Warehouse"];
  expect(expected.filter((text) => !output.includes(text))).toEqual([]);
});

it.skipIf(!hasCurl)("docs/authentication.md has a signed request in TypeScript that works unchanged", async () => {
  await using shop = await DocShop.start();
  const [signIn = ""] = shop.blocksOf(page).filter((block) => block.includes("export TOKEN="));
  const [create = ""] = shop
    .blocksOf(page)
    .flatMap((block) => block.split("\n").filter((line) => /^export KEYS=/.test(line)));
  const keys = (await shop.paste(`${signIn}\n${create}\nprintf %s "$KEYS"`)).trim();
  const [code = ""] = codeOf(page, "ts");
  const run = (KEYS: string) => shop.runModule(transformSync(code, { loader: "ts" }).code, { KEYS });
  expect(await run(keys)).toMatch(/^200 /);
  const wrong = { ...(JSON.parse(keys) as object), consumer_secret: "0".repeat(32) };
  expect(await run(JSON.stringify(wrong))).toMatch(/^401 /);
});
