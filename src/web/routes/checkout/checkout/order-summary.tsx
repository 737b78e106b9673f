import type { Texts } from '#features/texts/texts.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { TotalRows } from '../../../components/cart/total-rows.tsx';
import { ProductImage } from '../../../components/image/product-image.tsx';
import { FinalSale } from '../../../components/product/final-sale.tsx';
import { SumRow } from '../../../ui/sum-row.tsx';
import type { ToPay } from './to-pay.ts';

/** The lines and the total. */
export function OrderSummary({ texts, toPay }: { texts: Texts<'checkout'>; toPay: ToPay }) {
  return (
    <section aria-labelledby="summary-title" className="h-fit rounded-panel bg-tint p-6">
      <h2 id="summary-title" className="text-heading">
        {texts.summary}
      </h2>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        aria-label="Items"
        className="mt-4 max-h-[350px] overflow-y-auto print:max-h-none"
      >
        <ul className="divide-y divide-line">
          {toPay.lines.map((line) => (
            <li key={line.variantId} className="flex gap-4 py-4">
              <ProductImage
                url={line.image}
                alt=""
                sizes="64px"
                className="w-16 shrink-0 rounded-control"
              />
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{line.name}</p>
                <p className="text-sm text-ink-soft">
                  {[line.category, line.variantName].filter(Boolean).join(', ')}
                </p>
                <p className="text-sm text-ink-soft tabular-nums">
                  {formatMoney(line.unitPriceMinor)} × {line.quantity}
                </p>
                <FinalSale of={line} />
              </div>
              <p className="tabular-nums">{formatMoney(line.lineTotalMinor)}</p>
            </li>
          ))}
        </ul>
      </section>
      <dl className="space-y-2 border-t border-line pt-4">
        <SumRow term={texts.subtotal} value={formatMoney(toPay.subtotalMinor)} />
        {toPay.returnId ? null : (
          <SumRow term={texts.shipping} value={formatMoney(toPay.shippingMinor)} />
        )}
        <TotalRows
          term={texts.total}
          taxes={toPay.taxes}
          isIncluded={toPay.taxesIncluded}
          totalMinor={toPay.totalMinor}
        />
      </dl>
    </section>
  );
}
