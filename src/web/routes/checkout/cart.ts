import { redirect } from 'react-router';
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
import { sharedNotices } from '../../components/page/shared-notices.ts';
import { buyNotices } from '../../components/product/buy-notices.ts';
import { type NoticeName, redirectWithNotice } from '../../notices.ts';
import { parseFields, refuse } from '../../posted-form.ts';
import { isDocumentRequest, orRefusal, readForm } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import type { Route } from './+types/cart.ts';

/** The cart for the drawer. A person who opens this address gets the cart page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (isDocumentRequest(request)) throw redirect('/shoppingCart');
  const visit = visitOf(context);
  const { value, refusal } = await orRefusal(getCart(visit.ctx, visit.actor));
  if (value && value.count > 0) visit.keepCartCookie();
  return refusal ? refuse(refusal, { ok: false, code: refusal.code }) : accept({ cart: value });
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
    return added === 'added'
      ? redirect('/shoppingCart')
      : redirectWithNotice('/shoppingCart', sharedNotices, added);
  }
  if (!isDocumentRequest(request))
    return refusal ? refuse(refusal, { ok: false, code: refusal.code }) : accept(value);
  const returnTo = safeReturnPath(form.get('returnTo'));
  if (refusal) return redirectWithNotice(returnTo, notices, noticeOf(refusal, form), chosen(form));
  if (intent === 'add') {
    const to = visit.actor.user ? '/shoppingCart' : returnTo;
    return redirectWithNotice(to, sharedNotices, added);
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
      return addToCart(ctx, actor, parseFields(cartAdd, { ...fields, variantId }));
    }
    case 'set':
      return {
        // A button has a quantity; the field is sent with it, and alone by the Enter key.
        cart: await setQuantity(
          ctx,
          actor,
          parseFields(cartAdd, { ...fields, quantity: fields.quantity ?? fields.typed }),
        ),
      };
    case 'remove':
      return { cart: await removeFromCart(ctx, actor, parseFields(cartDelete, fields)) };
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

function accept(changed: Changed): CartResult {
  return { ok: true, ...changed };
}

const notices = { ...sharedNotices, ...buyNotices };

function noticeOf({ code }: AppError, form: FormData): NoticeName<typeof notices> {
  // Only the form of a product's page has it, and shows these notices.
  const isOfProduct = form.has('productId');
  if (isOfProduct && !cartAdd.shape.quantity.safeParse(form.get('quantity')).success) {
    return 'quantity';
  }
  return Object.hasOwn(notices, code) ? (code as NoticeName<typeof notices>) : 'cart-unchanged';
}

/** What a form of a product's page had, as parameters of that page. */
function chosen(form: FormData): Record<string, string> {
  const names = form.has('productId') ? ['color', 'size', 'option'] : [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = form.get(name);
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 120)]] : [];
    }),
  );
}
