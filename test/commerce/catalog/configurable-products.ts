import { expect } from "vitest";
import type { TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { simple } from "./support.js";

export const path = "/V1/configurable-products";

/** Calls about products that are configurable by `shade` and `format`, the attributes that `addAttributes` adds. */
export function configurableProducts(admin: () => Client) {
  /** Attributes by code, with their ids and the ids of their options by label. */
  const attributes: Record<string, { id: number; choices: Record<string, number> }> = {};

  async function addAttributes({ db }: TestApp): Promise<void> {
    attributes["shade"] = await addAttribute(db, "shade", ["red", "blue", "green"]);
    attributes["format"] = await addAttribute(db, "format", ["small", "large"]);
  }

  const idOf = (code: string) => attributes[code]?.id ?? 0;
  const choice = (code: string, label: string) => attributes[code]?.choices[label] ?? 0;

  const option = (code: string, labels: readonly string[], more: object = {}) => ({
    attribute_id: String(idOf(code)),
    label: `By ${code}`,
    values: labels.map((label) => ({ value_index: choice(code, label) })),
    ...more,
  });

  const create = async (product: object) => {
    const { status, body } = await admin().post("/V1/products", { product });
    expect(status).toBe(200);
    return body as { id: number; sku: string };
  };
  const child = (sku: string, values: Readonly<Record<string, string>>) =>
    create(
      simple(sku, {
        visibility: 1,
        custom_attributes: Object.entries(values).map(([code, label]) => ({
          attribute_code: code,
          value: String(choice(code, label)),
        })),
      }),
    );
  const parent = (sku: string) => create(simple(sku, { type_id: "configurable" }));
  const addOption = (sku: string, given: object) => admin().post(`${path}/${sku}/options`, { option: given });
  const addChild = (sku: string, childSku: string) => admin().post(`${path}/${sku}/child`, { childSku });
  const skusOf = async (sku: string) =>
    ((await admin().get(`${path}/${sku}/children`)).body as { sku: string }[]).map((product) => product.sku);
  const optionsOf = async (sku: string, store?: string) =>
    (await admin().get(`${path}/${sku}/options/all`, store === undefined ? {} : { store })).body as {
      id: number;
      label: string;
    }[];

  /** Creates a configurable product by shade, with a red and a blue variation. */
  async function shirt(sku: string) {
    await parent(sku);
    const { body: optionId } = await addOption(sku, option("shade", ["red", "blue"]));
    for (const shade of ["red", "blue"]) {
      await child(`${sku}-${shade}`, { shade, format: "small" });
      expect((await addChild(sku, `${sku}-${shade}`)).body).toBe(true);
    }
    return optionId as number;
  }

  return { addAttributes, idOf, choice, option, create, child, parent, addOption, addChild, skusOf, optionsOf, shirt };
}

async function addAttribute({ models }: TestApp["db"], code: string, labels: readonly string[]) {
  const type = await models.entityType.findFirstOrThrow({ where: { code: "catalog_product" } });
  const { id } = await models.attribute.create({
    data: {
      entity_type_id: type.id,
      code,
      frontend_label: code,
      frontend_input: "select",
      backend_type: "int",
      scope: "global",
      is_user_defined: true,
      apply_to: [],
    },
  });
  const choices: Record<string, number> = {};
  for (const [index, label] of labels.entries()) {
    const choice = await models.attributeOption.create({
      data: { attribute_id: id, label, value: `new-${label}`, sort_order: index },
    });
    await models.attributeOption.update({ where: { id: choice.id }, data: { value: String(choice.id) } });
    choices[label] = choice.id;
  }
  return { id, choices };
}
