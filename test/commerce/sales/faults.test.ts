import { beforeAll, expect, it } from "vitest";
import { buyAsGuest, createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { shirt: {} });
});

/** Ends the connection of whoever writes a mail, or fails it where the database has one connection only. */
async function endAtMails(): Promise<void> {
  const isServer = process.env["PORTICO_TEST_ENGINE"] === "postgresql";
  const fault = isServer ? "perform pg_terminate_backend(pg_backend_pid())" : "raise exception 'the process ended'";
  await app.db.execute(
    `create or replace function end_at_mails() returns trigger language plpgsql as $$ begin ${fault}; return new; end $$`,
  );
  await app.db.execute(
    "create trigger end_at_mails before insert on mail for each row execute function end_at_mails()",
  );
}

const workAgain = () => app.db.execute("drop trigger end_at_mails on mail");

async function read(id: number) {
  const [order, documents, mails] = await Promise.all([
    app.db.models.salesOrder.findUniqueOrThrow({
      where: { entity_id: id },
      include: { items: true, payment: true, history: true },
    }),
    app.db.one(
      `select (select count(*) from sales_invoice) as invoices, (select count(*) from sales_shipment) as shipments,
        (select count(*) from sales_creditmemo) as memos, (select count(*) from feed_event) as events,
        (select count(*) from inventory_reservation) as reservations`,
    ),
    app.db.models.mail.count(),
  ]);
  return { order, documents, mails };
}

it("creates a document with its email, event and stock changes or not at all, and loses no number", async () => {
  const id = await buyAsGuest(app, "shirt", 2);
  const steps = [
    { path: `/V1/order/${id}/invoice`, kind: "invoices" },
    { path: `/V1/order/${id}/ship`, kind: "shipment" },
    { path: `/V1/order/${id}/refund`, kind: "creditmemo" },
  ] as const;
  for (const { path, kind } of steps) {
    const before = await read(id);
    await endAtMails();
    const failed = await admin.post(path, { notify: true });
    await workAgain();
    expect(failed.status, kind).not.toBe(200);
    expect(await read(id), kind).toEqual(before);
    const { status, body, text } = await admin.post(path, { notify: true });
    expect(status, text).toBe(200);
    expect((await admin.get(`/V1/${kind}/${String(body)}`)).body).toMatchObject({ increment_id: "000000001" });
    expect((await read(id)).mails).toBe(before.mails + 1);
  }
});
