const errors = (scope, names) => Object.fromEntries(names.map((name) => [`${scope}${name}`, "error"]));

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

const commonJsGlobals = Object.fromEntries(
  ["__dirname", "exports", "module", "require"].map((name) => [name, "readonly"]),
);

/** What the scripts of pages find in a browser: its own globals, and those of the packages that the page loads first. */
const pageGlobals = Object.fromEntries(
  [
    ...["document", "fetch", "location", "matchMedia", "MutationObserver", "navigator"],
    ...["requestAnimationFrame", "setTimeout", "URLSearchParams", "window"],
    "SwaggerUIBundle",
  ].map((name) => [name, "readonly"]),
);

/** The storeys of `src` from the lowest, and the modules that put a process together. */
const storeys = ["platform", "api", "commerce", "extras"];
const processes = "(?:app|cli|consumer|dependencies|extras|generate|schema|server|services)\\.js$";

/** Keeps a storey from importing what is above it. */
const aboveOf = (storey) => ({
  regex: `^(?:\\.\\./)+(?:(?:${[...storeys.slice(storeys.indexOf(storey) + 1), "cli"].join("|")})/|${processes})`,
  message: "Imports go down: platform < api < commerce < extras < the modules of the processes.",
});

const restrictedImports = (files, ...patterns) => ({
  files,
  rules: { "portico/no-restricted-imports": ["error", ...patterns] },
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

const restrictedSyntax = (files, ...selectors) => ({
  files,
  rules: { "portico/no-restricted-syntax": ["error", doubleCasts, ...selectors.flat()] },
});

const boundaries = domains.flatMap((domain) => {
  // `prices` holds the tools for the prices of `pricing`.
  const others = domains.filter((other) => other !== domain && (domain !== "prices" || other !== "pricing")).join("|");
  const published = {
    regex: `^(?:\\.\\./)+(?:(?:commerce|extras)/)?(?:${others})/(?!published(?:\\.\\w+)?\\.js$)(?!.*\\.types\\.js$)`,
    message: "A domain imports another domain's published.ts, published.*.ts and *.types.ts, nothing else of it.",
  };
  return ["commerce", "extras"].map((storey) =>
    restrictedImports([`src/${storey}/${domain}/**/*.ts`], aboveOf(storey), published),
  );
});

/** The folders of the built-in extensions. */
const builtInExtensions = ["webhooks"];

/** A built-in extension imports its own files, and from Portico only what `portico/extension` exports. */
const onlyPublic = {
  regex: "^type-graphql$|^(?:\\.\\./)+(?:config\\.js$|extensions\\.js$|(?!extensions/public\\.js$)[\\w-]+/)",
  message: "A built-in extension imports extensions/public.js, which is portico/extension, and its own files.",
};

/** Rules for all files, besides oxlint's category of code that is wrong or useless. */
const everywhere = {
  ...errors("", [
    ...["no-case-declarations", "no-empty", "no-fallthrough", "no-prototype-builtins", "no-regex-spaces"],
    ...["no-unexpected-multiline", "no-useless-assignment", "preserve-caught-error"],
  ]),
  // What a caller sent is shown to the caller in messages, whatever it is.
  "typescript/no-base-to-string": "off",
  "typescript/no-meaningless-void-operator": "off",
  // Shapes are records: a copy needs none of their class. Texts are spread to count their characters.
  "typescript/no-misused-spread": "off",
  // Names and keys sort by their characters.
  "typescript/require-array-sort-compare": "off",
};

const inJavaScript = {
  ...errors("", ["no-redeclare", "no-undef"]),
  // These rely on types, which this code does not declare.
  "typescript/no-floating-promises": "off",
  "typescript/restrict-template-expressions": "off",
  "typescript/unbound-method": "off",
};

const inTypeScript = {
  ...errors("", ["no-array-constructor", "no-var", "prefer-const", "prefer-rest-params", "prefer-spread"]),
  eqeqeq: ["error", "always", { null: "ignore" }],
  "max-depth": ["error", 3],
  "max-params": ["error", 3],
  "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
  ...errors("typescript/", [
    ...["no-empty-object-type", "no-explicit-any", "no-namespace", "no-non-null-assertion", "no-require-imports"],
    ...[
      "no-unnecessary-type-assertion",
      "no-unnecessary-type-constraint",
      "no-unsafe-argument",
      "no-unsafe-assignment",
    ],
    ...["no-unsafe-call", "no-unsafe-enum-comparison", "no-unsafe-function-type", "no-unsafe-member-access"],
    ...["no-unsafe-return", "only-throw-error", "prefer-promise-reject-errors", "restrict-plus-operands"],
  ]),
  "typescript/ban-ts-comment": ["error", { "ts-expect-error": "allow-with-description" }],
  "typescript/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
  // `return void f()` and arrows that forward a promise are how a callback says that nobody waits.
  "typescript/no-misused-promises": ["error", { checksVoidReturn: false }],
  "typescript/restrict-template-expressions": ["error", { allowNumber: true }],
};

const inSources = {
  ...errors("", ["no-console", "no-useless-constructor"]),
  ...errors("typescript/", [
    ...["no-deprecated", "no-dynamic-delete", "no-extraneous-class", "no-generated-empty-object-type"],
    ...["no-invalid-void-type", "no-mixed-enums", "no-non-null-asserted-nullish-coalescing"],
    ...["no-unnecessary-boolean-literal-compare", "no-unnecessary-condition", "no-unnecessary-template-expression"],
    ...["no-unnecessary-type-arguments", "no-unnecessary-type-conversion", "no-unsafe-enum-assignment"],
    ...["prefer-literal-enum-member", "prefer-reduce-type-parameter", "prefer-return-this-type"],
    ...["related-getter-setter-pairs", "unified-signatures", "use-unknown-in-catch-callback-variable"],
  ]),
  "typescript/restrict-plus-operands": [
    "error",
    { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
  ],
  "typescript/return-await": ["error", "error-handling-correctness-only"],
};

export default {
  plugins: ["typescript"],
  jsPlugins: ["./scripts/lint-plugin.mjs"],
  categories: { correctness: "error" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: [
    "dist",
    "coverage",
    "var",
    "src/platform/db/generated",
    "test/extensions/example",
    "src/cli/extensions/template",
    "clients/typescript/src/schema.ts",
  ],
  rules: everywhere,
  overrides: [
    { files: ["**/*.{js,cjs,mjs}"], globals: nodeGlobals, rules: inJavaScript },
    {
      files: ["src/api/reference/{pages,docs}/*.js"],
      globals: { ...pageGlobals, SEARCH_OPTIONS: "readonly" },
    },
    { files: ["**/*.cjs"], globals: commonJsGlobals },
    { files: ["**/*.{ts,tsx}"], rules: inTypeScript },
    { files: ["src/**/*.{ts,tsx}"], rules: inSources },
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
    {
      files: ["test/**/*.ts", "bench/**/*.ts"],
      rules: {
        // JSON that a test has just received is whatever the assertion finds in it.
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-return": "off",
        // Takes the default of a row that may be missing for a default of its column.
        "typescript/no-useless-default-assignment": "off",
      },
    },
    {
      files: ["**/*.{ts,tsx}"],
      // The console computes what people typed; its amounts have none of the types of the server.
      excludeFiles: ["src/platform/money/**", "test/platform/money/**", "src/extras/console/page/lib/desk/**"],
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
    // Of several settings of a rule, the last one that matches a file is in force.
    ...storeys.map((storey) => restrictedImports([`src/${storey}/**/*.ts`], aboveOf(storey))),
    ...boundaries,
    ...builtInExtensions.map((name) =>
      restrictedImports([`src/extras/${name}/**/*.ts`], aboveOf("extras"), onlyPublic),
    ),
    restrictedSyntax(["src/**/*.ts"], priceWrites, statements, models),
    // A test looks for the reasons of functions with SQL.
    restrictedSyntax(["src/**/*.rows.ts"], priceWrites, useCases),
    restrictedSyntax(["src/**/*.sql.ts"], priceWrites, models, useCases),
    restrictedSyntax(
      [
        "writes/price-writes",
        "writes/price-upsert",
        "special-prices/special-price-updates",
        "tier-prices/tier-price-writes",
      ].map((name) => `src/commerce/pricing/${name}.sql.ts`),
      models,
      useCases,
    ),
    restrictedSyntax(["src/platform/db/**/*.ts"], priceWrites),
  ],
};
