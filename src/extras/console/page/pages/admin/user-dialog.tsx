import { useState } from "preact/hooks";
import { call } from "../../lib/api.js";
import type { AdminRole, AdminUser } from "./records.js";
import { t } from "../../lib/i18n.js";
import { Dialog } from "../../parts/dialog.js";
import { announce } from "../../parts/notice.js";
import { Select } from "../../parts/select.js";

interface UserDialogProps {
  /** Undefined for a new user. */
  readonly user: AdminUser | undefined;
  readonly roles: readonly AdminRole[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const fields = [
  { name: "username", label: t("User name") },
  { name: "firstname", label: t("First name") },
  { name: "lastname", label: t("Last name") },
  { name: "email", label: t("Email address") },
] as const;

type Field = (typeof fields)[number]["name"] | "password";

type Texts = Readonly<Record<Field, string>>;

const nothing: Texts = { username: "", firstname: "", lastname: "", email: "", password: "" };

/** Returns what the form shows first. The password is not known. */
function textsOf(user: AdminUser | undefined): Texts {
  const { username, firstname, lastname, email } = user ?? nothing;
  return { username, firstname, lastname, email, password: "" };
}

/** Whether a field is empty that must not be. A user keeps the old password. */
const isLacking = (user: AdminUser | undefined, texts: Texts): boolean =>
  Object.entries(texts).some(([name, text]) => text.trim() === "" && !(user && name === "password"));

/** Creates or changes a user. Without a new password, a user keeps the old one. */
async function saveUser(user: AdminUser | undefined, { password, ...texts }: Texts, role: string): Promise<void> {
  const body = { user: { ...texts, ...(password === "" ? {} : { password }), role_id: Number(role) } };
  if (user) await call("PUT", `/V1/adminUsers/${user.id}`, { body });
  else await call("POST", "/V1/adminUsers", { body });
}

/** The form of a user. */
export function UserDialog({ user, roles, onSaved, onClose }: UserDialogProps) {
  const [texts, setTexts] = useState(() => textsOf(user));
  const [role, setRole] = useState(String(user?.role_id ?? roles[0]?.id ?? ""));
  const save = async () => {
    await saveUser(user, texts, role);
    announce(user ? t("The user was saved.") : t("{{name}} can sign in.", { name: texts.username }));
    onSaved();
  };
  return (
    <Dialog
      title={user ? t("Change the user {{name}}", { name: user.username }) : t("New user")}
      confirm={user ? t("Save") : t("Create")}
      isBlocked={isLacking(user, texts)}
      onConfirm={save}
      onClose={onClose}
    >
      {fields.map(({ name, label }) => (
        <label key={name}>
          {label}
          <input
            value={texts[name]}
            autocomplete="off"
            onInput={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
          />
        </label>
      ))}
      <NewPassword
        label={user ? t("New password; empty to keep it") : t("Password")}
        value={texts.password}
        onChange={(password) => setTexts({ ...texts, password })}
      />
      <Select
        label={t("Role")}
        value={role}
        choices={roles.map(({ id, name }) => [String(id), name])}
        onChoose={setRole}
      />
    </Dialog>
  );
}

interface NewPasswordProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
}

const NewPassword = ({ label, value, onChange }: NewPasswordProps) => (
  <label>
    {label}
    <input
      type="password"
      value={value}
      autocomplete="new-password"
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </label>
);
