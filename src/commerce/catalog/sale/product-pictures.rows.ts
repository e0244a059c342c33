import type { Db } from "../../../platform/db/database.js";

/** Attributes with the picture of a product in a list, the most suitable first. */
const roles = ["thumbnail", "small_image", "image"] as const;

type Values = Readonly<Record<string, unknown>>;

/** Returns the files of the pictures of products, below the folder of product pictures, by product id. */
export const picturesOf = (
  products: readonly { readonly id: number; readonly values: Values }[],
): ReadonlyMap<number, string> =>
  new Map(
    products.flatMap(({ id, values }) => {
      const file = roles.map((role) => values[role]).find((value) => isFile(value));
      return file === undefined ? [] : [[id, file] as const];
    }),
  );

const isFile = (value: unknown): value is string =>
  typeof value === "string" && value.startsWith("/") && value !== "no_selection";

/** Reads the pictures of products in a store view, in one statement. */
export async function readPictures(
  db: Db,
  storeId: number,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await db.models.productValues.findMany({
    where: { product_id: { in: [...new Set(productIds)] }, store_id: { in: [0, storeId] } },
    // The values of the store view follow, so that they replace the global ones.
    orderBy: { store_id: "asc" },
  });
  const values = new Map<number, Values>();
  for (const { product_id, data } of rows) values.set(product_id, { ...values.get(product_id), ...(data as Values) });
  return picturesOf([...values].map(([id, merged]) => ({ id, values: merged })));
}
