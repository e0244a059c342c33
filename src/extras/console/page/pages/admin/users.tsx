import { useState } from "preact/hooks";
import { call, criteria, read } from "../../lib/api.js";
import type { AdminRole, AdminUser } from "./records.js";
import { useAction, useLoaded } from "../../lib/hooks.js";
import { t } from "../../lib/i18n.js";
import type { Page } from "../../lib/prices/proposals.js";
import { user as signedIn } from "../../lib/session.js";
import { announce, Problem, WhileLoading } from "../../parts/notice.js";
import { Roles } from "./roles.js";
import { UserDialog } from "./user-dialog.js";

const pageSize = 200;

async function readAll() {
  const query = (field: string) => criteria({ sort: [field, "ASC"], size: pageSize });
  const [users, roles] = await Promise.all([
    read<Page<AdminUser>>(`/V1/adminUsers/search?${query("username")}`),
    read<Page<AdminRole>>(`/V1/adminRoles/search?${query("name")}`),
  ]);
  return { users: users.items, roles: roles.items };
}

/** Administrators with their roles: to list, create, change, activate and deactivate. */
export function UsersView() {
  const found = useLoaded("users", readAll);
  const [asked, setAsked] = useState<AdminUser | "new">();
  return (
    <WhileLoading from={found}>
      {({ users, roles }) => (
        <>
          <div class="buttons end">
            <button type="button" class="primary" onClick={() => setAsked("new")}>
              {t("New user…")}
            </button>
          </div>
          <div class="scroll" tabIndex={0} role="region" aria-label={t("Users")}>
            <table class="stacked">
              <Head />
              <tbody>
                {users.map((user) => (
                  <UserRow key={user.id} user={user} onEdit={() => setAsked(user)} onChanged={found.reload} />
                ))}
              </tbody>
            </table>
          </div>
          <Roles roles={roles} onChanged={found.reload} />
          {asked && (
            <UserDialog
              user={asked === "new" ? undefined : asked}
              {...{ roles }}
              onSaved={found.reload}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </WhileLoading>
  );
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">{t("User name")}</th>
      <th scope="col">{t("Name")}</th>
      <th scope="col">{t("Role")}</th>
      <th scope="col">{t("State")}</th>
      <th scope="col">
        <span class="visually-hidden">{t("Change")}</span>
      </th>
    </tr>
  </thead>
);

interface UserRowProps {
  readonly user: AdminUser;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
}

/** Lets a user sign in who cannot, or the other way round. */
const useToggle = ({ id, username, is_active: isActive }: AdminUser, onChanged: () => void) =>
  useAction(async () => {
    await call("PUT", `/V1/adminUsers/${id}`, { body: { user: { is_active: !isActive } } });
    announce(
      isActive
        ? t("{{name}} can no longer sign in.", { name: username })
        : t("{{name}} can sign in.", { name: username }),
    );
    onChanged();
  });

function UserRow({ user, onEdit, onChanged }: UserRowProps) {
  const { username, email, firstname, lastname, is_active: isActive, role_name: role } = user;
  const changing = useToggle(user, onChanged);
  return (
    <tr>
      <th scope="row">{username}</th>
      <td data-label={t("Name")}>
        {firstname} {lastname}
        <span class="block muted">{email}</span>
        {changing.error && <Problem>{changing.error}</Problem>}
      </td>
      <td data-label={t("Role")}>{role}</td>
      <td data-label={t("State")}>
        <span class={`badge ${isActive ? "complete" : ""}`}>{isActive ? t("Active") : t("Inactive")}</span>
      </td>
      <td class="number wraps act">
        <button type="button" class="quiet" aria-label={t("Change {{name}}", { name: username })} onClick={onEdit}>
          {t("Change…")}
        </button>{" "}
        {username !== signedIn.value && (
          <button
            type="button"
            class="quiet"
            disabled={changing.isBusy}
            aria-label={
              isActive ? t("Deactivate {{name}}", { name: username }) : t("Activate {{name}}", { name: username })
            }
            onClick={changing.run}
          >
            {isActive ? t("Deactivate") : t("Activate")}
          </button>
        )}
      </td>
    </tr>
  );
}
