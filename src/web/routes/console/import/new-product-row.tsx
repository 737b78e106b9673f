import { NEW_PRODUCT, type NewProduct } from '#features/product-management/import.schema.ts';
import { productStatusLabels } from '#features/product-management/product-status.schema.ts';
import type { JobItem } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { FORMER_UNSEEN } from '#shared/unseen-former-price.ts';

/** A product that the check of a file would add. A check of an earlier version has only its name. */
export function NewProductRow({ item: { label, differences } }: { item: JobItem }) {
  const about = differences?.[NEW_PRODUCT]?.[1] as NewProduct | undefined;
  return (
    <li className="border-b border-line py-1.5 text-sm wrap-anywhere last:border-b-0">
      <p className="font-semibold">{label}</p>
      {about ? <About {...about} /> : null}
    </li>
  );
}

function About(about: NewProduct) {
  const { priceMinor, highestMinor, variants, units, images, status, category } = about;
  const highest =
    priceMinor !== null && highestMinor !== null && highestMinor > priceMinor
      ? ` to ${formatMoney(highestMinor)}`
      : '';
  const facts = [
    priceMinor === null ? 'No price yet' : formatMoney(priceMinor) + highest,
    counted(variants, 'variant'),
    `${counted(units, 'unit')} in stock`,
    images > 0 ? counted(images, 'image') : 'No image',
    productStatusLabels[status],
    category,
  ];
  return (
    <>
      <p className="text-ink-soft">{facts.join(' · ')}</p>
      {warningsOf(about).map((warning) => (
        <p key={warning} className="font-medium">
          {warning}
        </p>
      ))}
    </>
  );
}

function warningsOf({ unseenFormer, variants, units, status, priceMinor }: NewProduct): string[] {
  const of = unseenFormer === variants ? '' : ` of ${counted(unseenFormer, 'variant')}`;
  return [
    ...(unseenFormer > 0 ? [`Compare-at price${of}: ${FORMER_UNSEEN}`] : []),
    ...(priceMinor === 0 ? ['The price is zero.'] : []),
    ...(units === 0 && status === 'active'
      ? ['Sold out: customers see it, and can’t buy it.']
      : []),
  ];
}
