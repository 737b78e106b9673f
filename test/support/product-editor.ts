import type { Page } from 'playwright-core';
import type { StaffProduct } from '#features/product-management/product-management.schema.ts';
import type { watchedBrowser } from './browser.ts';
import { type Goods, signInAs } from './people.ts';

type Browser = ReturnType<typeof watchedBrowser>;

/** Opens the editor of a product, or of a new one, for staff. */
export async function openEditor(
  browser: Browser,
  product: Goods | 'new',
  options: Parameters<Browser['open']>[0] = {},
): Promise<Page> {
  const page = await browser.open({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  await signInAs(page, 'admin@example.com');
  await page.goto(`/admin/products/${product === 'new' ? product : product._id}`);
  return page;
}

/** A field by its label. One that offers values is a combobox. */
export function field(page: Page, name: string) {
  const label = { name, exact: true };
  return page.getByRole('textbox', label).or(page.getByRole('combobox', label));
}
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const saved = (page: Page) => page.getByText('Saved.', { exact: true }).waitFor();
export const cell = (page: Page, row: number, column: number) =>
  page.locator(`#cell-${row}-${column}`);
export const COLUMN = { price: 0, onHand: 3, lowStockAt: 5, sku: 6, barcode: 7, weight: 8 };

export async function pasteInto(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

/** What is stored, as the editor has loaded it. */
export async function storedProduct(page: Page): Promise<StaffProduct> {
  await page.reload();
  return page.evaluate(() => {
    const { loaderData } = (
      window as unknown as {
        __reactRouterDataRouter: { state: { loaderData: Record<string, { product: never }> } };
      }
    ).__reactRouterDataRouter.state;
    return Object.values(loaderData).find((one) => one?.product)?.product as never;
  });
}
