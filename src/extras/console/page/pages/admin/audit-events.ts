import { t } from "../../lib/i18n.js";

type Texts = Readonly<Record<string, string>>;

const signIns = (): Texts => ({
  "sign-in": t("Signed in"),
  "sign-in refused": t("Sign-in refused"),
  "sign-in locked": t("Sign-in locked after failures"),
  "sign-in unlocked": t("Sign-in unlocked"),
  "second factor activated": t("Second factor activated"),
  "second factor removed": t("Second factor removed"),
  "tokens revoked": t("Tokens revoked"),
});

const accounts = (): Texts => ({
  "administrator created": t("User created"),
  "administrator changed": t("User changed"),
  "administrator deleted": t("User deleted"),
  "administrator password changed": t("Password of a user changed"),
  "administrator email changed": t("Email address of a user changed"),
  "customer password changed": t("Password of a customer changed"),
  "customer email changed": t("Email address of a customer changed"),
  "role created": t("Role created"),
  "role changed": t("Role changed"),
  "role deleted": t("Role deleted"),
  "integration created": t("Integration created"),
  "integration activated": t("Integration activated"),
  "integration revoked": t("Keys of an integration revoked"),
  "integration deleted": t("Integration deleted"),
  "price rights changed": t("Price rights of a role changed"),
});

const prices = (): Texts => ({
  "price guard-rail created": t("Guard-rail created"),
  "price guard-rail changed": t("Guard-rail changed"),
  "price guard-rail deleted": t("Guard-rail deleted"),
  "price schedule created": t("Schedule created"),
  "price schedule changed": t("Schedule changed"),
  "price schedule canceled": t("Schedule canceled"),
  "price proposal approved": t("Proposal approved"),
  "price proposal rejected": t("Proposal rejected"),
  "price changes undone": t("Price changes undone"),
});

const shop = (): Texts => ({
  "website created": t("Website created"),
  "website changed": t("Website changed"),
  "website deleted": t("Website deleted"),
  "store created": t("Store created"),
  "store changed": t("Store changed"),
  "store deleted": t("Store deleted"),
  "store view created": t("Store view created"),
  "store view changed": t("Store view changed"),
  "store view deleted": t("Store view deleted"),
  "setting changed": t("Setting changed"),
  "currency rate changed": t("Exchange rate changed"),
  "currency rate deleted": t("Exchange rate deleted"),
});

const webhooks = (): Texts => ({
  "webhook created": t("Webhook created"),
  "webhook changed": t("Webhook changed"),
  "webhook deleted": t("Webhook deleted"),
  "webhook paused": t("Webhook paused"),
  "webhook resumed": t("Webhook resumed"),
  "webhook replayed": t("Events sent again to a webhook"),
  "webhook delivery replayed": t("Delivery sent again"),
  "webhook secret read": t("Secret of a webhook read"),
  "webhook secret replaced": t("Secret of a webhook replaced"),
  "webhook failed": t("Webhook paused after failures"),
});

/** The events of the audit log in the words of people, by their kind. */
const texts = { "sign-ins": signIns, accounts, prices, shop, webhooks } as const;

export type EventKind = keyof typeof texts;

/** Returns what an event is called; an event of a newer release keeps its name. */
export const eventText = (event: string): string =>
  Object.values(texts)
    .map((ofKind) => ofKind()[event])
    .find((text) => text !== undefined) ?? event;

/** Whether an event says that something did not work. */
export const isFailure = (event: string): boolean =>
  /refused|locked|failed/.test(event) && event !== "sign-in unlocked";

/** Returns the events of a kind, separated by commas. */
export const eventsOf = (kind: EventKind): string => Object.keys(texts[kind]()).join();
