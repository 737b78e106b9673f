import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/features/*/*.table.ts', './src/adapters/*/*.table.ts'],
  out: './src/db/migrations',
});
