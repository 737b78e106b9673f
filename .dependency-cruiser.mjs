/** The walls of docs/architecture.md. A rule's name is what `npm run walls` prints. */
export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'features-depend-in-one-direction',
      comment: 'By folder, types and tables included: docs/architecture.md shows the graph.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/features/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'what-all-features-share-knows-none',
      severity: 'error',
      from: { path: '^src/features/[^/]+\\.ts$' },
      to: { path: '^src/features/[^/]+/' },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|/\\+types/' },
    },
    {
      name: 'shared-knows-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^(src|shop\\.config)', pathNot: '^src/shared/' },
    },
    {
      name: 'db-knows-shared-alone',
      severity: 'error',
      from: { path: '^src/db/' },
      to: { path: '^(src|shop\\.config)', pathNot: '^src/(db|shared)/' },
    },
    {
      name: 'adapters-know-shared-and-db-alone',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^(src|shop\\.config)', pathNot: '^src/(adapters|db|shared)/' },
    },
    {
      name: 'an-adapter-knows-no-other-port',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/($1/|[^/]+$)' },
    },
    {
      name: 'features-know-ports-not-adapters',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/[^/]+/port\\.ts$' },
    },
    {
      name: 'features-know-no-server-web-or-settings',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^(src/(server|web)/|src/(main|config)\\.ts$|shop\\.config)' },
    },
    {
      name: 'a-feature-is-entered-by-its-main-file',
      comment:
        'Another feature may use the main file, schemas, tables (for joins and keys), and how the calls show it.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: {
        path: '^src/features/([^/]+)/',
        pathNot: [
          '^src/features/$1/',
          '^src/features/([^/]+)/\\1\\.ts$',
          '\\.(schema|table)\\.ts$',
          '^src/features/addresses/address-json\\.ts$',
          '^src/features/orders/order-json\\.ts$',
          '^src/features/catalog/product-json\\.ts$',
          '^src/features/staff-jobs/job-json\\.ts$',
        ],
      },
    },
    {
      name: 'stores-are-private',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/features/' },
      to: { path: '\\.store\\.ts$' },
    },
    {
      name: 'pages-know-no-database-or-adapters',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/(db|adapters)/|^src/(main|config)\\.ts$|\\.table\\.ts$|\\.api\\.ts$' },
    },
    {
      name: 'pages-enter-a-feature-by-its-main-file',
      severity: 'error',
      from: { path: '^src/web/' },
      to: {
        path: '^src/features/([^/]+)/',
        pathNot: [
          '^src/features/([^/]+)/\\1\\.ts$',
          '\\.schema\\.ts$',
          '^src/features/accounts/(auth|return-path)\\.ts$',
        ],
      },
    },
    {
      name: 'pages-know-no-server',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'pages-of-the-shop-know-no-console',
      comment:
        'Their styles are without those of the console: see head/console-styles.ts. The question before a refund has none of its own.',
      severity: 'error',
      from: {
        path: '^src/web/',
        pathNot:
          '^src/web/((components|routes)/console/|routes/admin/(all-orders|refund-order)\\.tsx$)',
      },
      to: { path: '^src/web/(components|routes)/console/' },
    },
    {
      name: 'ui-knows-no-shop',
      severity: 'error',
      from: { path: '^src/web/ui/' },
      to: { path: '^src/', pathNot: '^src/web/ui/' },
    },
    {
      name: 'only-main-is-the-program',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/main\\.ts$' },
    },
    {
      name: 'pdfs-are-made-in-a-process-of-their-own',
      comment: "Their libraries would double the memory of the shop's process.",
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/features/documents/pdf/(pdf-program|render-pdf|choose-fonts)(\\.test)?\\.ts$',
      },
      to: { path: '^src/features/documents/pdf/(pdf-program|render-pdf|choose-fonts)\\.ts$' },
    },
    {
      name: 'nothing-of-ours-knows-tests',
      severity: 'error',
      from: { path: '^(src|scripts|demo)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // swc reads TypeScript as it stands, so type-only imports count too.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
