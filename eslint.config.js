import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

/** The folders that each hold one part of the business. Everything else below `src` is common ground. */
const domains = [
  "analytics",
  "balance",
  "cart",
  "catalog",
  "checkout",
  "content",
  "customer",
  "directory",
  "events",
  "gift-registry",
  "gift-wrapping",
  "inventory",
  "magento-import",
  "prices",
  "pricing",
  "promotion",
  "returns",
  "sales",
  "search",
  "store",
  "storefront",
  "tax",
  "webhooks",
];

const nodeGlobals = Object.fromEntries(
  ["console", "process", "fetch", "URL", "Buffer", "setTimeout", "clearTimeout", "performance", "AbortSignal"].map(
    (name) => [name, "readonly"],
  ),
);

/** What the scripts of pages find in a browser: its own globals, and those of the packages that the page loads first. */
const pageGlobals = Object.fromEntries(
  [
    ...["document", "fetch", "location", "matchMedia", "MutationObserver", "navigator"],
    ...["requestAnimationFrame", "setTimeout", "URLSearchParams", "window"],
    "SwaggerUIBundle",
  ].map((name) => [name, "readonly"]),
);

const restricted = (...patterns) => ({ "@typescript-eslint/no-restricted-imports": ["error", { patterns }] });

/** The storeys of `src` from the lowest, and the modules that put a process together. */
const storeys = ["platform", "api", "commerce", "extras"];
const processes = "(?:app|cli|consumer|dependencies|extras|generate|schema|server|services)\\.js$";

/** Keeps a storey from importing what is above it. */
const aboveOf = (storey) => ({
  regex: `^(?:\\.\\./)+(?:(?:${[...storeys.slice(storeys.indexOf(storey) + 1), "cli"].join("|")})/|${processes})`,
  message: "Imports go down: platform < api < commerce < extras < the modules of the processes.",
});

const priceWrites = ["Literal[value=%]", "TemplateElement[value.raw=%]"].map((node) => ({
  selector: node.replace("%", "/(?:insert into|update|delete from) product_(?:tier_)?price\\b/"),
  message: "Whatever changes a price goes through pricing/writes/price-writes.sql.ts.",
}));

/** Calls of `db.query` and the like, of `ctx.db.query`, and of connections of the driver. */
const statements = ["object.name", "object.property.name"].map((of) => ({
  selector: `CallExpression > MemberExpression[property.name=/^(?:query|execute|one)$/][${of}=/^(?:db|database|transaction|tx|atCommit|pool|client)$/]`,
  message: "SQL is in *.rows.ts, in functions that give a reason, and in *.sql.ts.",
}));

/** Uses of `db.models`, and of the models taken out of `db`. */
const models = ["MemberExpression[property.name=models]", "ObjectPattern > Property[key.name=models]"].map(
  (selector) => ({
    selector,
    message: "Models are used in *.rows.ts; everything else calls the functions of these files.",
  }),
);

/** Errors of a call, however they are made; `throw new Error` for what cannot be stays. Also events and notifications. */
const useCases = [
  "ThrowStatement > CallExpression",
  "ThrowStatement > NewExpression[callee.name!=Error]",
  "ImportDeclaration[source.value=/(?:call\\u002Ferrors|-listener|-events)\\.js$/][importKind=value]",
  "CallExpression[callee.name=recordEvents]",
  "CallExpression[callee.object.name=listener]",
].map((selector) => ({
  selector,
  message: "Files of rows return what they find. Whoever calls them throws the errors of a call, and notifies.",
}));

const doubleCasts = {
  selector: "TSAsExpression > TSAsExpression[typeAnnotation.type=TSUnknownKeyword]",
  message: "A cast by way of `unknown` hides errors. JSON columns have `fromJson` and `toJson`.",
};

const restrictedSyntax = (...selectors) => ({ "no-restricted-syntax": ["error", doubleCasts, ...selectors.flat()] });

const boundaries = domains.flatMap((domain) => {
  // `prices` holds the tools for the prices of `pricing`.
  const others = domains.filter((other) => other !== domain && (domain !== "prices" || other !== "pricing")).join("|");
  const published = {
    regex: `^(?:\\.\\./)+(?:(?:commerce|extras)/)?(?:${others})/(?!published(?:\\.\\w+)?\\.js$)(?!.*\\.types\\.js$)`,
    message: "A domain imports another domain's published.ts, published.*.ts and *.types.ts, nothing else of it.",
  };
  return ["commerce", "extras"].map((storey) => ({
    files: [`src/${storey}/${domain}/**/*.ts`],
    rules: restricted(aboveOf(storey), published),
  }));
});

/** The folders of the built-in extensions. */
const builtInExtensions = ["webhooks"];

/** A built-in extension imports its own files, and from Portico only what `portico/extension` exports. */
const onlyPublic = {
  regex: "^type-graphql$|^(?:\\.\\./)+(?:config\\.js$|extensions\\.js$|(?!extensions/public\\.js$)[\\w-]+/)",
  message: "A built-in extension imports extensions/public.js, which is portico/extension, and its own files.",
};

/** Where the presets of typescript-eslint are not what this project wants. */
const typeRules = {
  // What a caller sent is shown to the caller in messages, whatever it is.
  "@typescript-eslint/no-base-to-string": "off",
  // `async` also makes a rejection of what is thrown, which an interface that gives a promise asks for.
  "@typescript-eslint/require-await": "off",
  // `return void f()` and arrows that forward a promise are how a callback says that nobody waits.
  "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
  "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
  "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
};

export default defineConfig(
  {
    ignores: [
      "dist",
      "coverage",
      "var",
      "src/platform/db/generated",
      "test/extensions/example",
      "src/cli/extensions/template",
      "clients/typescript/src/schema.ts",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.{js,cjs,mjs}", "bin/portico"],
    ignores: ["src/api/reference/pages", "src/api/reference/docs"],
    languageOptions: { globals: nodeGlobals },
  },
  {
    files: ["src/api/reference/docs/*.js"],
    languageOptions: { globals: { ...pageGlobals, SEARCH_OPTIONS: "readonly" } },
  },
  { files: ["src/api/reference/pages/*.js"], languageOptions: { sourceType: "script", globals: pageGlobals } },
  {
    files: ["src/api/reference/pages/{explorer,labels,older-format,swagger}.js"],
    languageOptions: { sourceType: "module" },
  },
  {
    files: ["bin/portico", "**/*.cjs"],
    languageOptions: { sourceType: "commonjs", globals: { __dirname: "readonly" } },
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": "allow-with-description" }],
      ...typeRules,
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-depth": ["error", 3],
      "max-params": ["error", 3],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked],
    rules: {
      "no-console": "error",
      ...typeRules,
      // `return next()` ends a handler in one statement.
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/no-meaningless-void-operator": "off",
      // Shapes are records: a copy needs none of their class. Texts are spread to count their characters.
      "@typescript-eslint/no-misused-spread": "off",
      // A type parameter that appears once names the brand of a result.
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      // Fails on recursive types of the OpenAPI package.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    // The console computes what people typed; its amounts have none of the types of the server.
    ignores: ["src/platform/money/**", "test/platform/money/**", "src/extras/console/page/lib/desk/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [{ name: "decimal.js", message: "Decimals are computed with src/platform/money." }],
          patterns: [
            {
              regex: "money/(?:exact|small)\\.js$",
              message: "Decimals are computed with the functions of src/platform/money.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["{src,bench,scripts}/**/*.{ts,tsx,mjs}"],
    rules: {
      "max-lines": ["error", 250],
      "max-lines-per-function": ["error", { max: 40, skipComments: true }],
    },
  },
  { files: ["test/**/*.ts"], rules: { "max-lines": ["error", 400] } },
  // The parameters of these methods are the arguments of operations.
  { files: ["src/**/*.resolver.ts"], rules: { "max-params": "off" } },
  ...storeys.map((storey) => ({ files: [`src/${storey}/**/*.ts`], rules: restricted(aboveOf(storey)) })),
  ...boundaries,
  ...builtInExtensions.map((name) => ({
    files: [`src/extras/${name}/**/*.ts`],
    rules: restricted(aboveOf("extras"), onlyPublic),
  })),
  // Of several settings of a rule, the last one that matches a file is in force.
  { files: ["src/**/*.ts"], rules: restrictedSyntax(priceWrites, statements, models) },
  // A test looks for the reasons of functions with SQL.
  { files: ["src/**/*.rows.ts"], rules: restrictedSyntax(priceWrites, useCases) },
  { files: ["src/**/*.sql.ts"], rules: restrictedSyntax(priceWrites, models, useCases) },
  {
    files: [
      "writes/price-writes",
      "writes/price-upsert",
      "special-prices/special-price-updates",
      "tier-prices/tier-price-writes",
    ].map((name) => `src/commerce/pricing/${name}.sql.ts`),
    rules: restrictedSyntax(models, useCases),
  },
  { files: ["src/platform/db/**/*.ts"], rules: restrictedSyntax(priceWrites) },
  {
    files: ["test/**/*.ts", "bench/**/*.ts"],
    rules: {
      // JSON that a test has just received is whatever the assertion finds in it.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);
