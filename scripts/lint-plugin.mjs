// Rules for oxlint (oxlint.config.js) that it does not have itself, or not with what this project needs.

/** Rejects nodes that selectors find, as the rule of ESLint does: `{ selector, message }`. */
const restrictedSyntax = {
  meta: { schema: { type: "array" } },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
};

/** Rejects imports by regular expressions, which may look ahead, unlike those of oxlint: `{ regex, message }`. */
const restrictedImports = {
  meta: { schema: { type: "array" } },
  create(context) {
    const restrictions = context.options.map(({ regex, message }) => ({ regex: new RegExp(regex, "u"), message }));
    const check = ({ source: node }) => {
      for (const { regex, message } of restrictions)
        if (node && regex.test(node.value)) context.report({ node, message });
    };
    return { ImportDeclaration: check, ExportAllDeclaration: check, ExportNamedDeclaration: check };
  },
};

export default {
  meta: { name: "portico" },
  rules: { "no-restricted-imports": restrictedImports, "no-restricted-syntax": restrictedSyntax },
};
