import * as z from "zod";

/** Declares settings: environment variable, accepted values with their default, description, and whether it is a secret. */
export type SettingDeclarations = Readonly<
  Record<string, { readonly schema: z.ZodType; readonly about: string; readonly secret?: boolean }>
>;

/** A whole number from `from` to `to`. */
export const integer = (from: number, to: number, fallback: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error }).default(fallback);
};

/** An optional whole number from `from` to `to`. */
export const optionalInteger = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error }).optional();
};

/** Hours or fractions of an hour, up to ten years. */
export const hours = (fallback: number) => {
  const error = "must be a number of hours from 0 to 87600";
  return z.coerce.number({ error }).min(0, { error }).max(87_600, { error }).default(fallback);
};

/** One of several words. */
export const oneOf = <const Value extends string>(...values: [Value, ...Value[]]) =>
  z.enum(values, { error: `must be ${values.slice(0, -1).join(", ")} or ${String(values.at(-1))}` });

/** A switch: on or off. */
export const flag = (fallback: boolean) =>
  z
    .enum(["on", "off", "true", "false", "1", "0"], { error: "must be on or off" })
    .default(fallback ? "on" : "off")
    .transform((value) => value === "on" || value === "true" || value === "1");

/** An optional URL of PostgreSQL, with one or several hosts. */
export const optionalPostgresUrl = () =>
  optionalUrl("postgresql", "postgres").refine(
    (url) => !/[?&]target_session_attrs=(?!(?:read-write|primary)(?:[&#]|$))/.test(url ?? ""),
    { error: "target_session_attrs must be read-write or primary" },
  );

/** An optional URL with one of the schemes. */
export const optionalUrl = (...schemes: string[]) =>
  z
    .string()
    .refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)), {
      error: `must start with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
    })
    .optional();
