import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

// The whole server is bundled with the pages, so that both share one copy of every module
// (one database pool, one error class): see docs/decisions/0002-one-bundle.md.
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2023' },
  environments: {
    ssr: { build: { rolldownOptions: { input: './src/main.ts' } } },
  },
});
