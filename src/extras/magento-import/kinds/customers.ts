import { byId, type Entity, entitiesOf, listOf, numberOf, partOf, pick, textOf, without } from "../entity.js";
import type { Kind, WriteContext } from "../kind.js";
import { longPages, readAll } from "../shops/pages.js";
import { findRegionId } from "../mapping/regions.js";

const list = {
  path: "/customers/search",
  idField: "entity_id",
  idKey: "id",
  changedField: "updated_at",
  keyOf: (entity: Entity) => textOf(entity, "email"),
};

const fields = [
  ...["email", "firstname", "lastname", "middlename", "prefix", "suffix", "dob", "gender", "taxvat"],
  ...["custom_attributes", "disable_auto_group_change", "confirmation"],
];

function bodyOf(entity: Entity, { ids }: WriteContext): Entity {
  const website = ids.find("websites", numberOf(entity, "website_id"));
  const store = ids.find("store views", numberOf(entity, "store_id"));
  return {
    ...pick(entity, fields),
    group_id: ids.get("customer groups", numberOf(entity, "group_id")),
    ...(website === undefined ? {} : { website_id: website }),
    ...(store === undefined ? {} : { store_id: store }),
    extension_attributes: partOf(entity, "extension_attributes"),
  };
}

/** Customers with their addresses but without passwords, which Magento does not reveal: customers set a new one. */
export const customers: Kind = {
  name: "customers",
  pages: (reading) => longPages(list, reading),
  async write({ key: email, entity }, to) {
    const sourceId = numberOf(entity, "id");
    const found = to.ids.find("customers", sourceId) ?? (await findByEmail(email, entity, to));
    const customer = bodyOf(entity, to);
    if (found !== undefined) {
      await to.shop.write({
        method: "PUT",
        path: `/customers/${found}`,
        body: { customer: { ...customer, id: found } },
      });
    }
    const created = { method: "POST", path: "/customers", body: { customer }, fields: "id" } as const;
    const id = found ?? numberOf((await to.shop.create(created, { model: "customer", id: sourceId })) as Entity, "id");
    to.ids.set("customers", sourceId, id);
    if (id !== sourceId) to.note("id", `id changed from ${sourceId} to ${id}`);
    await writeAddresses(entity, { id, customer }, to);
  },
  toExpected({ entity }, to) {
    const id = to.ids.find("customers", numberOf(entity, "id"));
    if (id === undefined) return [];
    const addresses = entitiesOf(entity["addresses"]).map((address) => without(addressBody(address), "region_id"));
    return [{ path: `/customers/${id}`, body: { ...without(bodyOf(entity, to), "extension_attributes"), addresses } }];
  },
};

/** Returns the id of the account with the email address on the website, or undefined. */
async function findByEmail(email: string, entity: Entity, { shop, ids }: WriteContext): Promise<number | undefined> {
  const accounts = await readAll(shop, "/customers/search", [{ field: "email", condition: "eq", value: email }]);
  const website = ids.find("websites", numberOf(entity, "website_id"));
  const found = accounts.find((account) => website === undefined || numberOf(account, "website_id") === website);
  return found && numberOf(found, "id");
}

const addressBody = (address: Entity): Entity => without(address, "id", "customer_id", "extension_attributes");

interface Account {
  readonly id: number;
  readonly customer: Entity;
}

/**
 * Writes addresses one by one, so that each keeps its id. Earlier addresses are sent with their id in Portico, which
 * leaves them unchanged.
 */
async function writeAddresses(entity: Entity, { id, customer }: Account, to: WriteContext): Promise<void> {
  const written: Entity[] = [];
  const path = `/customers/${id}`;
  const present = new Set(
    entitiesOf(((await to.shop.get(path)) as Entity)["addresses"]).map((address) => numberOf(address, "id")),
  );
  for (const address of byId(entitiesOf(entity["addresses"]), "id")) {
    const sourceId = numberOf(address, "id");
    const known = to.ids.find("addresses", sourceId);
    const isPresent = known !== undefined && present.has(known);
    const region = await regionOf(address, to);
    const sent = { ...addressBody(address), ...region, ...(isPresent ? { id: known } : {}) };
    const body = { customer: { ...customer, id, addresses: [...written, sent] } };
    const write = { method: "PUT", path, body, fields: "addresses[id]" } as const;
    const saved = (await to.shop.create(write, { model: "customerAddress", id: isPresent ? 0 : sourceId })) as Entity;
    const others = new Set(written.map((one) => numberOf(one, "id")));
    const added = listOf(saved["addresses"])
      .map((one) => numberOf(one as Entity, "id"))
      .filter((one) => !others.has(one));
    const targetId = isPresent ? known : Math.max(...added, 0);
    written.push({ ...sent, id: targetId });
    to.ids.set("addresses", sourceId, targetId);
    if (targetId !== sourceId) to.note("id", `address id changed from ${sourceId} to ${targetId}`);
  }
}

/** Returns the region with Portico's id. */
async function regionOf(address: Entity, to: WriteContext): Promise<Entity> {
  const region = partOf(address, "region");
  if (numberOf(address, "region_id") === 0 && numberOf(region, "region_id") === 0) return {};
  const [country, code, name] = [
    textOf(address, "country_id"),
    textOf(region, "region_code"),
    textOf(region, "region"),
  ];
  const region_id = await findRegionId({ country, code, name }, to);
  return region_id === undefined ? {} : { region_id, region: { ...region, region_id } };
}
