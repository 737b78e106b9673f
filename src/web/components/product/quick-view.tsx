import { useState } from 'react';
import { Link, useFetcher } from 'react-router';
import { formatMinor } from '#shared/money.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { usePanelLoad } from '../page/use-panel-load.ts';
import { ProductPicture } from '../picture/product-picture.tsx';
import { BuyForm } from './buy-form.tsx';
import { type ProductCardView, type ProductToBuy, productPath } from './product-card-view.ts';
import { findChosen, initialChoice } from './variant-choice.ts';

export type QuickViewAnswer = { ok: true; product: ProductToBuy } | { ok: false; message: string };

/** A product on top of the page it was found on. */
export default function QuickView({
  open,
  product,
  onClose,
}: {
  open: boolean;
  product: ProductCardView;
  onClose: () => void;
}) {
  const fetcher = useFetcher<QuickViewAnswer>();
  const { load } = fetcher;
  const answer = fetcher.data;

  usePanelLoad(open, load, `/quickView/${product.slug}`);

  return (
    <Modal open={open} onClose={onClose} title={product.name} wide>
      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
        <ProductPicture
          url={product.image?.url ?? null}
          alt={product.image?.alt ?? ''}
          sizes="(min-width: 640px) 26rem, 90vw"
          className="rounded-card max-sm:aspect-4/3"
        />
        <div>
          {answer?.ok ? (
            // Opened again, it starts from the beginning.
            <Details key={String(open)} product={answer.product} onLeave={onClose} />
          ) : null}
          {answer && !answer.ok ? (
            <Notice tone="danger">
              <p>{answer.message}</p>
              <Button
                type="button"
                className="mt-3"
                onClick={() => void load(`/quickView/${product.slug}`)}
              >
                Try again
              </Button>
            </Notice>
          ) : null}
          {!answer ? (
            <div className="space-y-4">
              <p className="sr-only">
                <Spinner />
              </p>
              <Skeleton className="h-7 w-1/3" />
              <Skeleton className="h-24 w-full" />
              <Skeleton className="h-11 w-2/3" />
              <Skeleton className="h-11 w-full" />
            </div>
          ) : null}
        </div>
      </div>
    </Modal>
  );
}

function Details({ product, onLeave }: { product: ProductToBuy; onLeave: () => void }) {
  const [choice, setChoice] = useState(() => initialChoice(product.variants, null));
  const variant = findChosen(product.variants, choice);
  return (
    <>
      <p className="text-lg font-semibold tabular-nums">
        Price : ${formatMinor(variant?.priceMinor ?? product.priceMinor)}
      </p>
      <p className="mt-3 mb-6 line-clamp-5 whitespace-pre-line text-ink-soft">
        {product.descriptions}
      </p>
      <BuyForm product={product} choice={choice} variant={variant} onChoose={setChoice} />
      <Link to={productPath(product)} onClick={onLeave} className="link">
        See all details
      </Link>
    </>
  );
}
