import type { ItemRow } from "../orders/stored-order.js";
import type { MailedOrder, MailFacts } from "./mail-facts.js";
import type { MailKind } from "./mail-settings.js";
import { type MailedDocument } from "./mailed-documents.rows.js";

/** Whether a sample is that of a German shop, which sells in euros, or of an American one. */
const isGerman = (locale: string) => locale.startsWith("de");

/** The amounts of the sample, which are the same in both currencies. */
const amounts = { subtotal: "1289.9000", shipping_amount: "9.9000", tax_amount: "83.2000", grand_total: "1383.0000" };

const people = {
  en: {
    firstname: "Ada",
    lastname: "Byron",
    street: ["1 Main Street"],
    city: "Los Angeles",
    region: "California",
    postcode: "90210",
    country_id: "US",
    telephone: "555-0100",
  },
  de: {
    firstname: "Ada",
    lastname: "Byron",
    street: ["Hauptstraße 1"],
    city: "Berlin",
    region: null,
    postcode: "10115",
    country_id: "DE",
    telephone: "030 555010",
  },
};

const words = {
  en: {
    names: ["Camera Aperture 50", "Leather strap, brown", "Memory card 128 GB"],
    shipping: "Flat Rate - Fixed",
    payment: "Check / Money order",
    comment: "Your strap follows in a second parcel.\nWe are sorry for the delay.",
  },
  de: {
    names: ["Kamera Aperture 50", "Ledergurt, braun", "Speicherkarte 128 GB"],
    shipping: "Versand - Pauschale",
    payment: "Überweisung",
    comment: "Der Gurt folgt in einem zweiten Paket.\nWir bitten um Entschuldigung.",
  },
};

/** Shapes of the pictures of the sample products, by product id. */
const drawings = [
  '<rect x="12" y="22" width="40" height="26" rx="5" fill="#46566b"/><rect x="24" y="16" width="16" height="8" rx="2" fill="#46566b"/><circle cx="32" cy="35" r="9" fill="#dfe7f1"/><circle cx="32" cy="35" r="5" fill="#2457c5"/>',
  '<path d="M16 14c0 26 32 10 32 36" fill="none" stroke="#9a6336" stroke-width="6" stroke-linecap="round"/><circle cx="16" cy="14" r="5" fill="#c9a27e"/><circle cx="48" cy="50" r="5" fill="#c9a27e"/>',
  '<path d="M18 12h20l8 8v32H18z" fill="#2f7d5b"/><path d="M24 16v8m6-8v8m6-8v8" stroke="#d9f2e5" stroke-width="3"/><rect x="23" y="32" width="18" height="14" rx="2" fill="#d9f2e5"/>',
];

const pictures: ReadonlyMap<number, string> = new Map(
  drawings.map((shapes, at) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${shapes}</svg>`;
    return [at + 1, `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`];
  }),
);

const quantities = ["1.0000", "1.0000", "2.0000"];
const rowTotals = ["1199.0000", "50.9000", "40.0000"];
const skus = ["CAM-50", "STRAP-BR", "SD-128"];

function sampleOrder(locale: string): MailedOrder {
  const language = isGerman(locale) ? "de" : "en";
  const { names, shipping, payment } = words[language];
  const person = people[language];
  const items = skus.map((sku, at): ItemRow => ({
    item_id: at + 1,
    product_id: at + 1,
    product_type: "simple",
    parent_item_id: null,
    sku,
    name: names[at] ?? null,
    qty_ordered: quantities[at] ?? "1",
    row_total: rowTotals[at] ?? "0",
  }));
  return {
    columns: {
      ...amounts,
      entity_id: 42,
      customer_id: 7,
      customer_is_guest: 0,
      increment_id: "000000042",
      created_at: "2026-03-09 18:30:00",
      status: "processing",
      customer_firstname: person.firstname,
      customer_lastname: person.lastname,
      order_currency_code: isGerman(locale) ? "EUR" : "USD",
      shipping_description: shipping,
    },
    items,
    addresses: [
      { ...person, address_type: "billing" },
      { ...person, address_type: "shipping" },
    ],
    payment: { method: "checkmo", additional_information: { method_title: payment } },
  };
}

type DocumentKind = MailedDocument["kind"];
const documentKinds: readonly DocumentKind[] = ["invoice", "shipment", "creditmemo"];

function sampleDocument(kind: DocumentKind, { items }: MailedOrder): MailedDocument {
  return {
    kind,
    columns: {
      ...amounts,
      ...(kind === "creditmemo" ? { adjustment_negative: "5.0000", grand_total: "1378.0000" } : {}),
      order_id: 42,
      increment_id: "000000017",
    },
    items: items.map(({ item_id, name, sku, qty_ordered, row_total }) => ({
      order_item_id: item_id,
      name: name ?? null,
      sku,
      qty: qty_ordered ?? "1",
      row_total: row_total ?? null,
    })),
    tracks: kind === "shipment" ? [{ title: "UPS", carrier_code: "ups", track_number: "1Z999AA10123456784" }] : [],
  };
}

/** Returns the data of a sample email in the language and currency of a locale. */
export function sampleFacts(kind: MailKind, locale: string): MailFacts {
  const order = sampleOrder(locale);
  const documentKind = documentKinds.find((name) => kind === name || kind === `${name}_comment`);
  const returned = {
    number: "000000003",
    status: kind === "return" ? "pending" : "authorized",
    items: [{ order_item_id: 2, qty_requested: 1 }],
  };
  return {
    order,
    pictures,
    document: documentKind && sampleDocument(documentKind, order),
    comment: kind.endsWith("_comment") ? words[isGerman(locale) ? "de" : "en"].comment : undefined,
    returned: kind === "return" || kind === "return_comment" ? returned : undefined,
  };
}
