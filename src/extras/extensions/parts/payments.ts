import { addPaymentMethod, type PaymentGateway } from "../../../commerce/checkout/published.extensions.js";
import { addSetting, flag, paymentSettings, text } from "../../../commerce/store/published.settings.js";
import type { Extension, GatewayStep, PaymentExtension } from "../extension.types.js";
import { ownSettings } from "./settings.js";
import { withTimeLimit } from "./time-limit.js";

const defaultTimeout = 20_000;

/** Adds the payment methods of an extension with their settings. Throws if a code is taken. */
export function addPayments(extension: Extension): void {
  for (const method of extension.paymentMethods ?? []) {
    const own = { active: flag("0"), title: text(method.title), ...ownSettings(method.settings) };
    const settings = paymentSettings(method.code, own);
    for (const [path, setting] of Object.entries(settings)) addSetting(path, setting);
    const gateway = gatewayOf(method);
    const settingPaths = [...Object.keys(settings), ...Object.keys(extension.settings ?? {}), ...(method.reads ?? [])];
    addPaymentMethod({ code: method.code, ...(gateway ? { gateway, settingPaths } : {}) });
  }
}

/** Returns the gateway of a method; each of its steps has a time limit. */
function gatewayOf({ gateway, timeout = defaultTimeout }: PaymentExtension): PaymentGateway | undefined {
  if (!gateway) return undefined;
  const run = (step: keyof PaymentGateway) => (payment: Omit<GatewayStep, "signal">) =>
    withTimeLimit(timeout, (signal) => gateway[step]({ ...payment, signal }));
  return { authorize: run("authorize"), capture: run("capture"), void: run("void"), refund: run("refund") };
}
