import { useState } from "preact/hooks";
import { call } from "../../lib/api.js";
import type { AdminRole } from "./records.js";
import { t } from "../../lib/i18n.js";
import { Dialog } from "../../parts/dialog.js";
import { announce } from "../../parts/notice.js";
import { Select } from "../../parts/select.js";

interface UserDialogProps {
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

const nothing: Readonly<Record<Field, string>> = { username: "", firstname: "", lastname: "", email: "", password: "" };

/** The form of a new user. */
export function UserDialog({ roles, onSaved, onClose }: UserDialogProps) {
  const [texts, setTexts] = useState(nothing);
  const [role, setRole] = useState(String(roles[0]?.id ?? ""));
  const save = async () => {
    await call("POST", "/V1/adminUsers", { body: { user: { ...texts, role_id: Number(role) } } });
    announce(t("{{name}} can sign in.", { name: texts.username }));
    onSaved();
  };
  return (
    <Dialog
      title={t("New user")}
      confirm={t("Create")}
      isBlocked={Object.values(texts).some((text) => text.trim() === "")}
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
      <NewPassword value={texts.password} onChange={(password) => setTexts({ ...texts, password })} />
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
  readonly value: string;
  readonly onChange: (password: string) => void;
}

const NewPassword = ({ value, onChange }: NewPasswordProps) => (
  <label>
    {t("Password")}
    <input
      type="password"
      value={value}
      autocomplete="new-password"
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </label>
);
