import { useState } from 'react';
import { useFetcher } from 'react-router';
import { imageOfColor } from '#shared/image-of-color.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Modal, useCloseRequest } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ProductImage } from '../image/product-image.tsx';
import { usePanelLoad } from '../page/use-panel-load.ts';
import { BuyForm } from './buy-form.tsx';
import { Description } from './description.tsx';
import { FinalSale } from './final-sale.tsx';
import { Price } from './price.tsx';
import {
  choiceParams,
  type ProductCardView,
  type ProductToBuy,
  productPath,
} from './product-card-view.ts';
import { type Choice, findChosen, initialChoice, priceOf } from './variant-choice.ts';

export type QuickViewResult = { ok: true; product: ProductToBuy } | { ok: false; message: string };

interface QuickViewProps {
  open: boolean;
  product: ProductCardView;
  onClose: () => void;
}

/** A product in a dialog on top of the current page. */
export default function QuickView({ open, product, onClose }: QuickViewProps) {
  const fetcher = useFetcher<QuickViewResult>();
  const { load } = fetcher;
  const response = fetcher.data;
  const [chosen, setChosen] = useState<Choice | null>(null);
  // Each opening starts with an empty choice.
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setChosen(null);
  }
  const known = response?.ok ? response.product : null;
  const choice =
    chosen ??
    initialChoice(
      known?.variants ?? [],
      new URLSearchParams(product.shown ? choiceParams(product.shown) : ''),
    );
  const shown = known && choice.color ? imageOfColor(known, [], choice.color) : product.image;

  useCloseRequest(open, onClose);
  usePanelLoad(open, load, `/quickView/${product.slug}`);

  return (
    <Modal open={open} onClose={onClose} title={product.name} wide>
      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
        <ProductImage
          url={shown?.url ?? null}
          focus={shown?.focus}
          alt={shown?.alt ?? ''}
          sizes="(min-width: 640px) 26rem, 90vw"
          className="rounded-card max-sm:mx-auto max-sm:w-[min(100%,30dvh)]"
        />
        <div>
          {response?.ok ? (
            <Details
              product={response.product}
              choice={choice}
              onChoose={setChosen}
              onLeave={onClose}
            />
          ) : null}
          {response && !response.ok ? (
            <Notice tone="danger">
              <p>{response.message}</p>
              <Button
                type="button"
                className="mt-3"
                onClick={() => void load(`/quickView/${product.slug}`)}
              >
                Try again
              </Button>
            </Notice>
          ) : null}
          {response ? null : <DetailsSkeleton />}
        </div>
      </div>
    </Modal>
  );
}

function Details({
  product,
  choice,
  onChoose,
  onLeave,
}: {
  product: ProductToBuy;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  onLeave: () => void;
}) {
  const variant = findChosen(product.variants, choice);
  return (
    <>
      <p className="text-lg font-semibold tabular-nums">
        Price : <Price {...priceOf(product, variant)} priceVaries={false} />
      </p>
      <FinalSale of={product} />
      <div className="mt-5">
        <BuyForm product={product} choice={choice} variant={variant} onChoose={onChoose} />
      </div>
      <Description of={product} className="mt-2 mb-4 line-clamp-5" />
      <Link
        to={{
          pathname: productPath(product),
          search: String(
            new URLSearchParams(choiceParams({ sku: variant?.sku ?? null, color: choice.color })),
          ),
        }}
        onClick={onLeave}
        className="link inline-flex min-h-6 items-center"
      >
        See all details
      </Link>
    </>
  );
}

function DetailsSkeleton() {
  return (
    <div className="space-y-4">
      <p className="sr-only">
        <Spinner />
      </p>
      <Skeleton className="h-7 w-1/3" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-11 w-2/3" />
      <Skeleton className="h-11 w-full" />
    </div>
  );
}
