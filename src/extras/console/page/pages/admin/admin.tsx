import type { ComponentType } from "preact";
import { t } from "../../lib/i18n.js";
import { goTo } from "../../lib/router.js";
import { Choice } from "../../parts/choice.js";
import { AuditLogView } from "./audit-log.js";
import { IntegrationsView } from "./integrations.js";
import { LimitsView } from "./limits.js";
import { UsersView } from "./users.js";
import { WebhooksView } from "./webhooks.js";

const tabs = [
  { value: "users", label: t("Users and roles") },
  { value: "integrations", label: t("Integrations") },
  { value: "webhooks", label: t("Webhooks") },
  { value: "audit-log", label: t("Audit log") },
  { value: "limits", label: t("Limits") },
] as const;

const tabViews: Readonly<Record<string, ComponentType>> = {
  users: UsersView,
  integrations: IntegrationsView,
  webhooks: WebhooksView,
  "audit-log": AuditLogView,
  limits: LimitsView,
};

/** Users, integrations, webhooks, the audit log and limits. */
export function AdminView({ detail }: { readonly detail: string }) {
  const chosen = detail in tabViews ? detail : "users";
  const View = tabViews[chosen] ?? UsersView;
  return (
    <>
      <div class="heading">
        <h1>{t("Administration")}</h1>
        <Choice label={t("Show")} options={tabs} chosen={chosen} onChoose={(tab) => goTo("admin", tab)} />
      </div>
      <View />
    </>
  );
}
