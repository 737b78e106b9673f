import { data, redirect } from 'react-router';
import type { z } from 'zod';
import { safeReturnPath } from '#features/accounts/return-path.ts';
import { cartAdd, cartDelete } from '#features/cart/cart.schema.ts';
import {
  acceptPrices,
  addToCart,
  getCart,
  removeFromCart,
  setQuantity,
} from '#features/cart/cart.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import { AppError } from '#shared/errors.ts';
import { findVariant } from '#shared/find-variant.ts';
import { namesToChoose } from '#shared/variant-options.ts';
import type { CartResult } from '../../components/cart/cart-result.ts';
import { isDocumentRequest, orRefusal, readForm } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import type { Route } from './+types/cart.ts';

/** The cart for the drawer. A person who opens this address gets the cart page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (isDocumentRequest(request)) throw redirect('/shoppingCart');
  const visit = visitOf(context);
  const { value, refusal } = await orRefusal(getCart(visit.ctx, visit.actor));
  if (value && value.count > 0) visit.keepCartCookie();
  return refusal ? refuse(refusal) : accept({ cart: value });
}

/**
 * Makes every change of the cart, by `intent`. Scripts get the new cart. A form that the browser
 * posted itself is redirected to a page that shows it.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  const form = await readForm(context);
  const intent = form.get('intent');
  const { value, refusal } = await orRefusal(changeCart(visit, form));
  if (value && value.cart.count > 0) visit.keepCartCookie();
  const added = value?.added?.code ?? 'added';
  if (!refusal && intent === 'buy') {
    return redirect(added === 'added' ? '/shoppingCart' : withNotice('/shoppingCart', added));
  }
  if (!isDocumentRequest(request)) return refusal ? refuse(refusal) : accept(value);
  const returnTo = safeReturnPath(form.get('returnTo'));
  if (refusal) return redirect(withNotice(returnTo, refusal.code));
  if (intent === 'add') {
    return redirect(withNotice(visit.actor.user ? '/shoppingCart' : returnTo, added));
  }
  return redirect(returnTo);
}

type Changed = Omit<Extract<CartResult, { ok: true }>, 'ok'>;

async function changeCart({ ctx, actor }: Visit, form: FormData): Promise<Changed> {
  const fields = Object.fromEntries(form);
  switch (form.get('intent')) {
    case 'add':
    case 'buy': {
      const variantId = form.get('variantId') ?? (await findVariantId({ ctx }, form));
      return addToCart(ctx, actor, parse(cartAdd, { ...fields, variantId }));
    }
    case 'set':
      return { cart: await setQuantity(ctx, actor, parse(cartAdd, fields)) };
    case 'remove':
      return { cart: await removeFromCart(ctx, actor, parse(cartDelete, fields)) };
    case 'acceptPrices':
      return { cart: await acceptPrices(ctx, actor) };
    default:
      throw new AppError(
        'invalid_request',
        'The cart cannot be changed like that. Please reload the page and try again.',
      );
  }
}

/** The variant that a product's form names: by SKU, by the chosen options, or the only one. */
async function findVariantId({ ctx }: Pick<Visit, 'ctx'>, form: FormData): Promise<string> {
  const { variants, optionName } = await getProduct(ctx, String(form.get('productId') ?? ''));
  const said = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : null;
  };
  const choice = { size: said('size'), color: said('color'), option: said('option') };
  const variant = findVariant(variants, { sku: said('sku'), choice });
  if (variant) return variant.id;
  throw new AppError('variant_required', `Please choose a ${namesToChoose(optionName)} first.`);
}

function parse<S extends z.ZodType>(schema: S, fields: unknown): z.output<S> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  throw new AppError('invalid_request', result.error.issues[0]?.message ?? 'That is not valid.');
}

function accept(changed: Changed): CartResult {
  return { ok: true, ...changed };
}

function refuse({ code, message, status }: AppError) {
  const response: CartResult = { ok: false, code, message };
  return data(response, { status });
}

const notices = new Set([
  'variant_required',
  'out_of_stock',
  'product_unavailable',
  'added',
  'added-fewer',
  'added-none',
]);

function withNotice(path: string, code: string): string {
  const url = new URL(path, 'http://shop');
  url.searchParams.set('notice', notices.has(code) ? code : 'cart-unchanged');
  return url.pathname + url.search;
}
