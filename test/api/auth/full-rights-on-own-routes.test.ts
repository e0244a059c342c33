import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp();

const required = (fieldName: string) => ({
  status: 400,
  body: { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName } },
});
const send = (body: string, type = "application/json") =>
  admin.request("/rest/V1/customers/me/password", { method: "PUT", headers: { "Content-Type": type }, body });

describe("a route of customers, called with all permissions by an administrator", () => {
  it("misses the customer, as in Magento", async () => {
    expect(await admin.get("/V1/customers/me")).toMatchObject(required("customerId"));
    expect(await admin.get("/V1/carts/mine")).toMatchObject(required("customerId"));
    expect(await admin.get("/V1/carts/mine/totals")).toMatchObject(required("cartId"));
    expect(await admin.put("/V1/carts/mine", { quote: {} })).toMatchObject(required("id"));
  });

  it("reports what is wrong with the body before it misses the customer", async () => {
    expect(await send("{")).toMatchObject({ status: 400, body: { message: "Decoding error." } });
    const { body } = await send("x", "text/plain");
    expect(body.message).toBe("Server cannot understand Content-Type HTTP header media type text/plain");
    expect((await send('{"currentPassword":{}}')).body.message).toMatch(/^The "array" value's type is invalid/);
  });

  it("never takes the id of the administrator, or an id in the request, for the customer", async () => {
    const [{ id = 0 } = {}] = await app.db.query<{ id: number }>("select id from admin_user");
    const customer = { id, email: "taken@example.com", firstname: "Jane", lastname: "Doe" };
    expect(await admin.put("/V1/customers/me", { customer })).toMatchObject(required("id"));
    expect(await admin.post("/V1/carts/mine", { customerId: id })).toMatchObject(required("customerId"));
    expect(await app.db.query("select 1 from customer where email = 'taken@example.com'")).toEqual([]);
    expect(await admin.request("/rest/async/V1/carts/mine", { method: "POST" })).toMatchObject({ status: 401 });
  });

  it("is refused to administrators with other permissions, and to guests", async () => {
    const limited = await app.asAdmin(["Magento_Customer::customer"]);
    for (const client of [limited, app.asGuest()]) {
      expect(await client.get("/V1/customers/me")).toMatchObject({
        status: 401,
        body: { parameters: { resources: "self" } },
      });
    }
  });
});

describe("a customer without a cart", () => {
  it("is told so before the arguments are checked", async () => {
    const customer = { email: "jane@example.com", firstname: "Jane", lastname: "Doe" };
    expect((await admin.post("/V1/customers", { customer })).status).toBe(200);
    const jane = await app.asCustomer("jane@example.com");
    const reply = await jane.put("/V1/carts/mine/collect-totals", {});
    expect(reply).toMatchObject({
      status: 404,
      body: { message: "Current customer does not have an active cart." },
    });
  });
});
