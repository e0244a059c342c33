import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, type DataFolder, dataFolder, openFolder, portico, serveInProcess, signIn } from "./portico.js";

const columns = "kind,sku,store_id,website_id,customer_group,quantity,price,price_type,price_from,price_to";

let folder: DataFolder;
const at = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = await openFolder();
  await portico(folder, ["sampledata:deploy", "--products", "20"]);
  const created = await portico(folder, [
    ...["admin:user:create", "--admin-user", "prices", "--admin-password", "correct-horse-1"],
    ...["--admin-email", "prices@example.com", "--admin-firstname", "P", "--admin-lastname", "R"],
  ]);
  if (created.code !== 0) throw new Error(created.stderr);
});
afterAll(() => folder[Symbol.asyncDispose]());

describe("prices:import and prices:export", () => {
  it("import an exported file, preview a change, and write failed rows to a file", async () => {
    const { code } = await portico(folder, ["prices:export", at("all.csv.gz")]);
    const exported = gunzipSync(await readFile(at("all.csv.gz"))).toString();
    expect([code, exported.split("\n")[0]]).toEqual([0, columns]);
    const [, first = ""] = exported.split("\n");
    const sku = first.split(",")[1] ?? "";
    expect(await answerOf(folder, ["prices:import", at("all.csv.gz")])).toMatchObject({ written: 0, failed: 0 });
    await writeFile(at("new.csv"), `kind,sku,price\nbase,${sku},123.45\nbase,nowhere,1\n`);
    const preview = await portico(folder, ["prices:import", at("new.csv"), "--preview"]);
    expect(preview.code).toBe(1);
    expect(preview.stdout).toContain('The file is read as portico, decimal separator ".", header in line 1.');
    expect(preview.stdout).toContain("Of 2 rows, 1 would be written, 0 deleted, 0 are unchanged, 1 would fail");
    expect(preview.stdout).toMatch(new RegExp(`${sku} +base +store 0 .* → 123.45`));
    const imported = await portico(folder, ["prices:import", at("new.csv"), "--failed", at("failed.csv")]);
    expect([imported.code, imported.stdout]).toEqual([
      1,
      expect.stringContaining("1 written, 0 deleted, 0 unchanged, 1 failed"),
    ]);
    expect(imported.stdout).toContain('base,nowhere,1,unknown_sku,"There is no product with the SKU ""nowhere""."');
    expect(await readFile(at("failed.csv"), "utf8")).toMatch(
      /^kind,sku,price,code,message\nbase,nowhere,1,unknown_sku,/,
    );
    const after = await portico(folder, ["prices:export", "--kinds", "base", "--format", "ndjson"]);
    expect(after.stdout).toContain(`{"kind":"base","sku":"${sku}","store_id":0,"price":"123.45"}\n`);
  });

  it("record a history, which can be shown and undone", async () => {
    const { stdout } = await portico(folder, ["prices:export", "--kinds", "base"]);
    const [, sku = "", , , , , price = ""] = (stdout.split("\n")[1] ?? "").split(",");
    await writeFile(at("wrong.csv"), `kind,sku,price\nbase,${sku},9999\n`);
    await answerOf(folder, ["prices:import", at("wrong.csv")]);
    const history = await portico(folder, ["prices:history", sku, "--limit", "1"]);
    expect(history.stdout).toMatch(/ base, store 0 .* → 9999 +\S+ +PriceImport.apply +bulk /);
    expect(history.stdout).toMatch(/… and \d+ earlier changes?\n/);
    const uuid = /bulk (\S+)/.exec(history.stdout)?.[1] ?? "";
    const preview = await portico(folder, ["prices:undo", "--bulk", uuid, "--preview"]);
    expect(preview.stdout).toBe(`1 price would change.\n${sku}  base, store 0  9999 → ${Number(price)}\n`);
    expect(await answerOf(folder, ["prices:undo", "--bulk", uuid])).toEqual({ restored: 1, left: [] });
    const again = await portico(folder, ["prices:undo", "--bulk", uuid]);
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining("0 prices restored, 1 left unchanged.")]);
    expect((await portico(folder, ["prices:undo"])).stderr).toContain("exactly one of requestId, bulkUuid and ids");
    expect((await portico(folder, ["prices:history", "nowhere"])).code).toBe(1);
  });

  it("work with a server, too", async () => {
    await using other = await dataFolder("prepared");
    await using server = await serveInProcess(other, { PORTICO_ADMIN_PASSWORD: "correct-horse-1" });
    const token = String(await signIn(server.rest, "admin", "correct-horse-1"));
    const remote = ["--url", new URL(server.rest).origin, "--token", token];
    await writeFile(at("rows.ndjson.gz"), gzipSync('{"kind":"base","sku":"nowhere","price":1}\n'));
    const result = await portico(folder, ["prices:import", at("rows.ndjson.gz"), "--watch", ...remote]);
    expect([result.code, result.stdout]).toEqual([1, expect.stringContaining("1 failed")]);
    expect((await portico(folder, ["prices:export", ...remote])).stdout).toBe(`${columns}\n`);
    const refused = await portico(folder, ["prices:export", ...remote, "--kinds", "all"]);
    expect([refused.code, refused.stderr]).toEqual([1, "The kind all is unknown: use base, special, cost, tier.\n"]);
  });

  it("need a token for a server, and an administrator for the configured database", async () => {
    expect((await portico(folder, ["prices:export", "--url", "http://127.0.0.1:1"])).stderr).toContain("PRICES_TOKEN");
    expect((await portico(folder, ["prices:export", "--admin", "nobody"])).stderr).toContain("nobody");
  });
});
