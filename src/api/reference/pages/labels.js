// Swagger UI leaves some of its controls without a name. This file gives each one a name for assistive technology.
const names = [
  [".operation-filter-input", () => "Filter by resource"],
  [".servers select", () => "Address of the service"],
  [".body-param__text, .body-param textarea", (control) => `Body of ${operationOf(control)}`],
  [".content-type", (control) => `Media type of ${operationOf(control)}`],
  [".parameters td input, .parameters td select, .parameters td textarea", parameterOf],
  ["textarea.curl", () => "The request as a command"],
  [".opblock-tag button, .opblock-control-arrow, .models-control", () => "Show or hide"],
  ["input, select, textarea", (control) => control.getAttribute("placeholder") || "Value"],
];

/** Labels the controls below an element as they appear. */
export function labelControls(root) {
  const apply = () => {
    for (const [selector, nameOf] of names) {
      for (const control of root.querySelectorAll(selector)) {
        if (!hasName(control)) control.setAttribute("aria-label", nameOf(control));
      }
    }
  };
  // Runs once per frame, because hundreds of operations appear together.
  let frame;
  const schedule = () => (frame ??= requestAnimationFrame(() => ((frame = undefined), apply())));
  new MutationObserver(schedule).observe(root, { childList: true, subtree: true });
}

function hasName(control) {
  const text = control.tagName === "BUTTON" ? control.textContent.trim() : "";
  const isNamed = ["aria-label", "aria-labelledby", "title"].some((name) => control.getAttribute(name));
  return isNamed || text !== "" || [...(control.labels ?? [])].some((label) => wordsOf(label) !== "");
}

/** Returns the text of a label without the text of its control. */
function wordsOf(label) {
  const words = label.cloneNode(true);
  for (const control of words.querySelectorAll("select, input, textarea")) control.remove();
  return words.textContent.trim();
}

function operationOf(control) {
  const operation = control.closest(".opblock");
  const part = (selector) => operation?.querySelector(selector)?.textContent.trim() ?? "";
  return `${part(".opblock-summary-method")} ${part(".opblock-summary-path")}`.trim();
}

function parameterOf(control) {
  const name = control.closest("tr")?.querySelector(".parameter__name")?.textContent.trim() ?? "";
  return name.replace(/\s*\*?\s*required$/, "") || "Value";
}
