/** What a product's page says of delivery and returns beside its button. Only its loader uses it. */
import type { ProductOnPage } from '#features/catalog/catalog.schema.ts';
import { pathOfPageAbout } from '#features/catalog/catalog.ts';
import { homeDeliveryNow } from '#features/delivery/delivery.ts';
import { postagePolicies } from '#features/orders/returns/return-labels.schema.ts';
import type { SiteContent } from '#features/site-content.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney, formatMoneyRange } from '#shared/money.ts';
import type { PageContext } from '../../../shop-context.ts';

export interface ShopPromise {
  title: string;
  text: string;
  /** The page of the shop with more about it. */
  path: string | null;
}

/** Nothing is said of returns where there are none: a final sale says so itself. */
export async function shopPromises(
  { ctx }: Pick<PageContext, 'ctx'>,
  siteContent: SiteContent,
  { isFinalSale }: Pick<ProductOnPage, 'isFinalSale'>,
): Promise<ShopPromise[]> {
  const delivery = await homeDeliveryNow(ctx, siteContent.deliveryVersion);
  const { shipping, returns } = ctx.shop;
  const promises: ShopPromise[] = [];
  if (delivery) {
    const text = `${costInWords(delivery, shipping.country)}.${daysInWords(delivery)}`;
    promises.push({ title: 'Delivery', text, path: pathOfPageAbout('delivery', siteContent) });
  }
  if (returns.days > 0 && !isFinalSale) {
    const text = `Within ${counted(returns.days, 'day')} after delivery. ${postagePolicies[siteContent.postagePaidBy]}`;
    promises.push({ title: 'Returns', text, path: pathOfPageAbout('returns', siteContent) });
  }
  return promises;
}

type HomeDelivery = NonNullable<Awaited<ReturnType<typeof homeDeliveryNow>>>;

/** '$60.00 to $120.00 in Bangladesh, free from $500.00'. */
function costInWords(delivery: HomeDelivery, country: string): string {
  const { lowestMinor, highestMinor, freeFromMinor } = delivery;
  if (highestMinor === 0) return `Free in ${country}`;
  const price =
    lowestMinor === 0
      ? `Up to ${formatMoney(highestMinor)}`
      : formatMoneyRange(lowestMinor, highestMinor);
  const free = freeFromMinor === null ? '' : `, free from ${formatMoney(freeFromMinor)}`;
  return `${price} in ${country}${free}`;
}

function daysInWords({ days }: HomeDelivery): string {
  if (!days) return '';
  const { from, to } = days;
  if (to === 0) return ' Arrives on the day it is sent.';
  const most = counted(to, 'working day');
  if (from === to) return ` Takes ${most}.`;
  return from === 0 ? ` Takes up to ${most}.` : ` Takes ${from} to ${most}.`;
}
