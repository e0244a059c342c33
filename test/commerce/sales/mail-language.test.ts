import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { address, createProductsInStock, guestWith, set } from "../checkout/support.js";
import { importOrder } from "./support.js";

const templates = mkdtempSync(join(tmpdir(), "portico-texts-"));
const { app, admin } = useApp({ PORTICO_MAIL_TEMPLATES: templates });

const german = {
  "general/locale/code": "de_DE",
  "general/store_information/name": "Aperture & Söhne",
  "design/email/logo": "default/logo.png",
  "design/email/logo_width": "156",
  "currency/options/default": "EUR",
  "currency/options/allow": "USD,EUR",
};
const email = "zoe@example.com";
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

beforeAll(async () => {
  const entry = {
    media_type: "image",
    label: "Shirt",
    types: ["image", "small_image", "thumbnail"],
    content: { base64_encoded_data: pixel, type: "image/png", name: "shirt.png" },
  };
  await createProductsInStock(app, { shirt: { media_gallery_entries: [entry] }, plain: {} });
  await set(app, german);
});
afterEach(() => app.db.execute("delete from mail"));

interface StoredMail {
  readonly kind: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
}
const mail = async (): Promise<StoredMail> => {
  const [found, ...more] = await app.db.query<StoredMail>("select kind, subject, body, html from mail");
  if (!found || more.length > 0) throw new Error(`${String(more.length)} mails too many`);
  return found;
};

async function placeOrder(): Promise<number> {
  const guest = await guestWith(app, ["shirt", 2], ["plain", 1]);
  const to = { ...address, email };
  await guest.client.post(`${guest.cart}/shipping-information`, {
    addressInformation: {
      shipping_address: to,
      billing_address: to,
      shipping_carrier_code: "flatrate",
      shipping_method_code: "flatrate",
    },
  });
  const payment = { email, paymentMethod: { method: "checkmo" } };
  const placed = await guest.client.post(`${guest.cart}/payment-information`, payment);
  expect([placed.status, placed.body.message]).toEqual([200, undefined]);
  return placed.body;
}

describe("an email of a German store view", () => {
  it("confirms an order in German, with euros, the logo, pictures of products and addresses side by side", async () => {
    await placeOrder();
    const { subject, body, html } = await mail();
    expect(subject).toMatch(/^Ihre Bestellung \d+ bei Aperture & Söhne$/);
    expect(body).toMatch(/^Guten Tag Ada Byron,\n\nVielen Dank für Ihre Bestellung \d+ vom \d+\. \p{L}+ \d{4}\./u);
    expect(body).toContain("Zwischensumme: 21,21\u00a0€\nVersandkosten: 10,60\u00a0€\nGesamtsumme: 31,81\u00a0€\n");
    expect(body).toContain("\n  Vereinigte Staaten\n");
    expect(html).toContain('<html lang="de">');
    expect(html).toMatch(
      /<img class="logo" src="\S+\/media\/email\/logo\/default\/logo\.png" alt="Aperture &#38; Söhne"/,
    );
    expect(html.match(/<img class="picture" src="\S+\/media\/catalog\/product\/s\/h\/shirt\S*\.png"/g)).toHaveLength(1);
    expect(html.match(/<td class="column" style="[^"]*width: 50%/g)).toHaveLength(4);
    expect(html).toContain(">31,81\u00a0€</td>");
    expect(html).toContain("@media (prefers-color-scheme: dark)");
  });

  it("shows the pictures of products and the tracking page of a shipment as a button", async () => {
    const id = await placeOrder();
    await app.db.execute("delete from mail");
    const tracks = [{ carrier_code: "ups", title: "UPS", track_number: "1Z 9" }];
    expect((await admin.post(`/V1/order/${id}/ship`, { tracks, notify: true })).status).toBe(200);
    const { subject, body, html } = await mail();
    expect(subject).toMatch(/^Lieferung \d+ zu Ihrer Bestellung \d+ /);
    expect(body).toContain(
      "Sendungsnummer: 1Z 9 (UPS)\nSendung verfolgen: https://www.ups.com/track?tracknum=1Z%209\n",
    );
    expect(html).toMatch(/<a class="button-link" href="https:\/\/www\.ups\.com\/track\?tracknum=1Z%209" style="/);
    expect(html.match(/<img class="picture"/g)).toHaveLength(1);
  });

  it("names the status of an order in German, and links the order of a customer", async () => {
    const person = { email: "mia@example.com", firstname: "Mia", lastname: "Muster" };
    const { body: customer } = await admin.post("/V1/customers", { customer: person, password: "Correct-horse-1" });
    await app.db.execute("delete from mail");
    const { entity_id: id } = await importOrder(admin, { customer_id: customer.id, customer_is_guest: 0 });
    const statusHistory = { comment: "Bald da", is_customer_notified: 1 };
    await admin.post(`/V1/orders/${String(id)}/comments`, { statusHistory });
    const { body, html } = await mail();
    expect(body).toContain("Status: Ausstehend.\n\nBald da\n");
    expect(html).toMatch(new RegExp(`href="\\S+sales/order/view/order_id/${String(id)}/"`));
  });

  it("welcomes a customer in German, with a button", async () => {
    const customer = { email: "noa@example.com", firstname: "D'Arcy", lastname: "Muster" };
    await app.asGuest().post("/V1/customers", { customer, password: "Correct-horse-1" });
    const { kind, subject, body, html } = await mail();
    expect([kind, subject]).toEqual(["welcome", "Willkommen bei Aperture & Söhne"]);
    expect(body).toContain("Guten Tag D'Arcy,\n");
    expect(html).toContain("Guten Tag D&#39;Arcy,");
    expect(html).toMatch(/<a class="button-link" href="\S+\/customer\/account\/login\/" style="[^"]+">Anmelden<\/a>/);
  });
});

describe("a folder of templates", () => {
  it("replaces single texts, styles and templates of account emails, also of a language that Portico lacks", async () => {
    writeFileSync(
      join(templates, "texts.fr.json"),
      JSON.stringify({ welcome: { subject: "Bienvenue chez {{shop.name}}" } }),
    );
    writeFileSync(join(templates, "style.css"), ".button-link { color: #123456; }");
    mkdirSync(join(templates, "default"), { recursive: true });
    writeFileSync(join(templates, "default", "footer.html"), "</td></tr></table></td></tr></table>Adieu</body></html>");
    await set(app, { "general/locale/code": "fr_FR" });
    const customer = { email: "luc@example.com", firstname: "Luc", lastname: "Dupont" };
    await app.asGuest().post("/V1/customers", { customer, password: "Correct-horse-1" });
    const { subject, body, html } = await mail();
    expect(subject).toBe("Bienvenue chez Aperture & Söhne");
    expect(body).toContain("Hello Luc,\n\nYour account with Aperture & Söhne is ready.");
    expect(html).toMatch(/<a class="button-link" href="\S+" style="color: #123456;">Sign in<\/a>/);
    expect(html).toContain("Adieu");
    writeFileSync(join(templates, "texts.fr.json"), "{ not JSON");
    await app.db.execute("delete from mail");
    await app
      .asGuest()
      .post("/V1/customers", { customer: { ...customer, email: "lou@example.com" }, password: "Correct-horse-1" });
    expect((await mail()).subject).toBe("Welcome to Aperture & Söhne");
  });
});
