import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

// The whole server is bundled with the pages, so that both share one copy of every module
// (one database pool, one error class): see docs/decisions/0002-one-bundle.md.
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2023' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every page needs all of it, and together it compresses best.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { input: './src/main.ts' } } },
  },
});
