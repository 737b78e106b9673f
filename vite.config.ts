import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { COMMANDS } from './scripts/build-fingerprint.ts';
import { shop } from './shop.config.ts';
import { readMoneyFormat } from './src/shared/currency.ts';
import { publicShopConfig } from './src/shared/shop-config.ts';

// Modules that every page needs are one file: it compresses better and takes half as many requests.
const everyPage = [
  'src/web/',
  'src/shared/',
  'src/features/catalog/product-list.schema.ts',
  'shop.config.ts',
  'node_modules/lucide-react/',
];
const PRELOAD_HELPER = '\0vite/preload-helper.js';

// Not included: panels with their library, forms, orders and the console, which few pages have.
const fewPages = [
  'node_modules/lucide-react/dist/esm/icons/arrow-down.mjs',
  'node_modules/lucide-react/dist/esm/icons/arrow-left.mjs',
  'node_modules/lucide-react/dist/esm/icons/arrow-right.mjs',
  'node_modules/lucide-react/dist/esm/icons/arrow-up.mjs',
  'node_modules/lucide-react/dist/esm/icons/grip-vertical.mjs',
  'node_modules/lucide-react/dist/esm/icons/image.mjs',
  'node_modules/lucide-react/dist/esm/icons/redo-2.mjs',
  'node_modules/lucide-react/dist/esm/icons/scan-barcode.mjs',
  'node_modules/lucide-react/dist/esm/icons/undo-2.mjs',
  'src/shared/amount-hint.ts',
  'src/shared/dates.ts',
  'src/shared/shop-time-zone.ts',
  'src/shared/durations.ts',
  'src/shared/field-lengths.ts',
  'src/shared/find-variant.ts',
  'src/shared/items-in-words.ts',
  'src/shared/parse-money.ts',
  'src/shared/product-limits.ts',
  'src/shared/field-messages.ts',
  'src/shared/read-amount.ts',
  'src/shared/read-decimal.ts',
  'src/shared/ruined-number.ts',
  'src/shared/shortened.ts',
  'src/shared/size-order.ts',
  'src/shared/size-words.ts',
  'src/shared/slugify.ts',
  'src/shared/spread.ts',
  'src/shared/spreadsheet-text.ts',
  'src/shared/supported-time.ts',
  'src/shared/tags.ts',
  'src/shared/unseen-former-price.ts',
  'src/shared/variant-rules.ts',
  'src/shared/visible-text.ts',
  'src/shared/zoned-time.ts',
  'src/web/filter-ranges.ts',
  'src/web/list-text.ts',
  'src/web/order-deletion.ts',
  'src/web/staff-order-address.ts',
  'src/web/stock-notices.ts',
  'src/web/tag-param.ts',
  'src/web/components/account/',
  'src/web/components/amount-field.tsx',
  'src/web/components/cart/cart-confirm.tsx',
  'src/web/components/cart/cart-drawer.tsx',
  'src/web/components/cart/price-changes.tsx',
  'src/web/components/cart/removed-line.tsx',
  'src/web/components/image/image-upload.tsx',
  'src/web/components/image/send-image.ts',
  'src/web/components/image/use-image-upload.ts',
  'src/web/components/console/',
  'src/web/components/contact-fields.tsx',
  'src/web/routes/account/',
  'src/web/routes/console/',
  'src/web/routes/shop/shop-page.tsx',
  'src/web/components/day.tsx',
  'src/web/components/date-time.tsx',
  'src/web/components/kept-params.tsx',
  'src/web/components/order/',
  'src/web/components/page/form-page.tsx',
  'src/web/components/page/account-notices.ts',
  'src/web/components/page/address-notices.ts',
  'src/web/components/page/order-notices.ts',
  'src/web/components/page/staff-notices.ts',
  'src/web/components/payment/authenticate-dialog.tsx',
  'src/web/components/product/buy-form.tsx',
  'src/web/components/product/variant-choice.ts',
  'src/web/components/product/variant-picker.tsx',
  'src/web/components/return/',
  'src/web/ui/check-box.tsx',
  'src/web/ui/confirm-dialog.tsx',
  'src/web/ui/data-table.tsx',
  'src/web/ui/leave-dialog.tsx',
  'src/web/ui/link-tabs.tsx',
  'src/web/ui/loading-dialog.tsx',
  'src/web/ui/modal.tsx',
  'src/web/ui/question.tsx',
  'src/web/ui/search-toolbar.tsx',
  'src/web/ui/select-field.tsx',
  'src/web/ui/use-unsaved-guard.ts',
  'src/web/ui/use-inert-page.ts',
  'src/web/ui/is-changed.ts',
];

/** Whether a module is one of these files, or in one of these folders. */
function isOneOf(paths: string[]): (id: string) => boolean {
  const files = paths.map((path) => join(import.meta.dirname, path));
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`vite.config.ts names what does not exist: ${missing}`);
  const places = files.map(normalizePath);
  return (id) => places.some((place) => id.startsWith(place));
}

const isOnEveryPage = isOneOf(everyPage);
const isOnFewPages = isOneOf(fewPages);
// The cart page needs all, and its drawer the first two: one script is smaller than three.
const isOfCart = isOneOf([
  'src/web/components/cart/price-changes.tsx',
  'src/web/components/cart/removed-line.tsx',
  'src/web/ui/data-table.tsx',
]);
// What pages of the console share is one file: each file is named in the list of routes, which every
// page of the shop fetches. Not what has dialogs: a file takes along what it imports.
const isOfConsole = isOneOf([
  'node_modules/lucide-react/dist/esm/icons/arrow-down.mjs',
  'node_modules/lucide-react/dist/esm/icons/arrow-left.mjs',
  'node_modules/lucide-react/dist/esm/icons/arrow-right.mjs',
  'node_modules/lucide-react/dist/esm/icons/arrow-up.mjs',
  'node_modules/lucide-react/dist/esm/icons/grip-vertical.mjs',
  'node_modules/lucide-react/dist/esm/icons/redo-2.mjs',
  'node_modules/lucide-react/dist/esm/icons/undo-2.mjs',
  'src/shared/supported-time.ts',
  'src/shared/tags.ts',
  'src/shared/variant-rules.ts',
  'src/web/components/console/console-heading.tsx',
  'src/web/components/console/dense.ts',
  'src/web/components/console/filters/',
  'src/web/filter-ranges.ts',
  'src/web/components/console/list-pages.tsx',
  'src/web/components/console/order-status.tsx',
  'src/web/components/console/panel.tsx',
  'src/web/components/console/row-order/',
  'src/web/components/console/tags-input.tsx',
  'src/web/components/console/value-input.tsx',
  'src/web/components/console/select-boxes.tsx',
  'src/web/components/console/use-list-keys.ts',
  'src/web/components/console/use-range.ts',
  'src/web/components/console/use-selection.ts',
  'src/web/components/console/use-categories.ts',
  'src/web/components/console/use-staff-search.ts',
  'src/web/list-text.ts',
  'src/web/stock-notices.ts',
  'src/web/tag-param.ts',
  'src/web/ui/check-box.tsx',
  'src/web/ui/is-changed.ts',
]);
// What the forms of accounts share, with the frame of their pages.
const isOfForms = isOneOf([
  'src/features/accounts/account-fields.schema.ts',
  'src/features/accounts/emailed-links.schema.ts',
  'src/features/accounts/return-path.ts',
  'src/web/components/account/account-fields.ts',
  'src/web/components/page/account-notices.ts',
  'src/web/components/page/form-page.tsx',
]);
// The same for what pages of orders share.
const isOfOrders = isOneOf([
  'src/features/fulfillment/cancellation-refund.schema.ts',
  'src/features/orders/refunds/proposed-refund.schema.ts',
  'src/features/orders/returns/return-labels.schema.ts',
  'src/shared/dates.ts',
  'src/shared/items-in-words.ts',
  'src/shared/shop-time-zone.ts',
  'src/shared/spread.ts',
  'src/shared/zoned-time.ts',
  'src/web/components/date-time.tsx',
  'src/web/components/day.tsx',
  'src/web/components/kept-params.tsx',
  'src/web/components/order/address-lines.tsx',
  'src/web/components/order/after-every-form.ts',
  'src/web/components/order/delete-order.tsx',
  'src/web/components/order/delivery-promise.tsx',
  'src/web/components/order/missing-address.tsx',
  'src/web/components/order/order-progress.tsx',
  'src/web/components/order/order-skeleton.tsx',
  'src/web/components/order/order-title-id.ts',
  'src/web/components/order/payment-due.tsx',
  'src/web/components/order/return-link.tsx',
  'src/web/components/order/where-refunds-go.ts',
  'src/web/components/return/line-fields.tsx',
  'src/web/components/return/wanted-variant.ts',
]);
const chunks = [
  { name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    name: 'shop',
    test: (id: string) => (isOnEveryPage(id) && !isOnFewPages(id)) || id === PRELOAD_HELPER,
    minShareCount: 2,
  },
  { name: 'cart-parts', test: isOfCart },
  { name: 'form-page', test: isOfForms, minShareCount: 2 },
  { name: 'order-parts', test: isOfOrders, minShareCount: 2 },
  { name: 'console-parts', test: isOfConsole, minShareCount: 2 },
];

// The form for another country needs few files that the cart has not loaded. Their names would be in
// the first script of each cart.
const isAbroadForm = isOneOf(['src/web/routes/checkout/shopping-cart/abroad-form.tsx']);
let abroadForm = '';
const findAbroadForm: Plugin = {
  name: 'find-abroad-form',
  apply: 'build',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      if (this.environment.name !== 'client') return;
      const chunk = Object.values(bundle).find(
        (one) =>
          one.type === 'chunk' && one.isDynamicEntry && isAbroadForm(one.facadeModuleId ?? ''),
      );
      if (!chunk) this.error('The form for another country has no file of its own.');
      abroadForm = chunk.fileName;
    },
  },
};

// Keeps limits and addresses that only the server needs out of the browsers' code. It also gives them
// how amounts and times are written, by the same rules as on the server.
const configForBrowsers: Plugin = {
  name: 'config-for-browsers',
  transform: {
    filter: { id: /\/(shop\.config|src\/shared\/(money-format|shop-time-zone))\.ts$/ },
    handler(_, id) {
      if (this.environment.name !== 'client') return null;
      if (id.endsWith('money-format.ts')) {
        return `export const moneyFormat = ${JSON.stringify(readMoneyFormat(shop))};`;
      }
      return id.endsWith('shop-time-zone.ts')
        ? `export const shopTimeZone = ${JSON.stringify({ name: shop.timeZone })};`
        : `export const shop = ${JSON.stringify(publicShopConfig(shop))};`;
    },
  },
};

const smallIcons: Plugin = {
  name: 'small-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/createLucideIcon\.mjs$/ },
    handler: () => join(import.meta.dirname, 'src/web/ui/small-icon.ts'),
  },
  // Keys are needed in lists alone, and hardly compress.
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
    handler: (code) => code.replaceAll(/,?\s*key: "\w+"/g, ''),
  },
};

// Native programs, packages that read files of their own, and a driver that looks for an optional
// package.
const unbundled = [
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  'fontverter',
  'pg',
  'sharp',
  'subset-font',
];

// The commands of `scripts/run-command.ts`: their modules one by one take four times as long to load.
const commands = Object.fromEntries(
  COMMANDS.map((name) => [`commands/${name}`, `./scripts/${name}.ts`]),
);

// The whole server is bundled with the pages, so that both share one copy of every module (one
// database pool, one error class): see docs/decisions/0002-one-bundle.md.
export default defineConfig(({ command }) => ({
  plugins: [configForBrowsers, smallIcons, findAbroadForm, tailwindcss(), reactRouter()],
  build: {
    target: 'es2023',
    modulePreload: { resolveDependencies: (file, names) => (file === abroadForm ? [] : names) },
  },
  // Packages too: loading their 900 modules one by one took as long as the rest of a start. Of those
  // that have code for development, such as React, only the other one is bundled.
  ...(command === 'build' && {
    ssr: { noExternal: true, external: unbundled },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunks },
            // A hash does not compress, and the list of routes has one for each page. Seven characters
            // are the fewest that the bundler takes for so many files.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: {
            main: './src/main.ts',
            'image-program': './src/features/images/image-program.ts',
            'pdf-program': './src/features/documents/pdf/pdf-program.ts',
            ...commands,
          },
        },
      },
    },
  },
}));
