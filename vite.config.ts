import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { shop } from './shop.config.ts';
import { readMoneyFormat } from './src/shared/currency.ts';
import { publicShopConfig } from './src/shared/shop-config.ts';

// What every page needs travels together: it compresses better, and half as many requests are made.
const everyPage = /src\/(web|shared)|product-list\.schema|lucide|preload-helper|shop\.config/;
// Not among it, told by the names of their files, wherever they lie: panels, with the library they are
// made of, and forms and orders, which few pages have.
const fewPages =
  /src\/(web|shared)\/(.*\/)?[^/]*(modal|dialog|confirm|drawer|sheet|inert|upload|google|account|removed-line|price-changes|order|moment|search-toolbar|amount|focus-after-removal)[^/]*$/;
const chunks = [
  { name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    name: 'shop',
    test: (id: string) => everyPage.test(id) && !fewPages.test(id),
    minShareCount: 2,
  },
];

// Limits and addresses that only the server needs stay out of what browsers get. How amounts are
// written is made here, by the rules that the server has.
const configForBrowsers: Plugin = {
  name: 'config-for-browsers',
  transform: {
    filter: { id: /\/(shop\.config|src\/shared\/money-format)\.ts$/ },
    handler(_, id) {
      if (this.environment.name !== 'client') return null;
      return id.endsWith('money-format.ts')
        ? `export const moneyFormat = ${JSON.stringify(readMoneyFormat(shop))};`
        : `export const shop = ${JSON.stringify(publicShopConfig(shop))};`;
    },
  },
};

// The whole server is bundled with the pages, so that both share one copy of every module
// (one database pool, one error class): see docs/decisions/0002-one-bundle.md.
export default defineConfig(({ command }) => ({
  plugins: [configForBrowsers, tailwindcss(), reactRouter()],
  build: { target: 'es2023' },
  // Both spread over hundreds of modules, which take a third of a second to load one by one.
  ...(command === 'build' && {
    ssr: { noExternal: ['drizzle-orm', /^better-auth/, /^@better-auth\//] },
  }),
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    ssr: {
      build: {
        rolldownOptions: {
          input: {
            main: './src/main.ts',
            'image-program': './src/features/images/image-program.ts',
          },
        },
      },
    },
  },
}));
