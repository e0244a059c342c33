import { expect, it } from "vitest";
import { setNextId } from "../../../src/platform/db/next-ids.js";
import { useApp } from "../../support/app.js";

const { app } = useApp();

/** Adds tax classes whose ids begin at the wanted one, and returns their ids. */
const add = (id: number, names: readonly string[]): Promise<number[]> =>
  app.db.transaction(async (tx) => {
    const restore = await setNextId(tx, { model: "taxClass", id, rows: names.length });
    const ids: number[] = [];
    for (const name of names) {
      const data = { class_name: name, class_name_key: name, class_type: "PRODUCT" };
      ids.push((await tx.models.taxClass.create({ data })).class_id);
    }
    await restore();
    return ids;
  });

it("gives consecutive rows ids from the wanted one on, before and after rows that exist", async () => {
  expect(await add(120, ["a", "b"])).toEqual([120, 121]);
  expect(await add(110, ["c", "d"])).toEqual([110, 111]);
  expect(await add(122, ["e"])).toEqual([122]);
});

it("gives rows ids far above if one of them is taken, as when lines of two orders of a shop interleave", async () => {
  expect(await add(220, ["f", "g"])).toEqual([220, 221]);
  // The source has 219 and 222 for these two.
  expect(await add(219, ["h", "i"])).toEqual([1_000_219, 1_000_220]);
  expect(await add(218, ["j"])).toEqual([218]);
});
