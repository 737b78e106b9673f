import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { itemName } from '#shared/variant-options.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { SidePanel, useCloseRequest } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ProductImage } from '../image/product-image.tsx';
import { usePanelLoad } from '../page/use-panel-load.ts';
import { useShellTexts } from '../page/visitor.ts';
import { FinalSale } from '../product/final-sale.tsx';
import { productPath } from '../product/product-card-view.ts';
import { LineQuantity, LineWarning, RemoveLine } from './cart-line-controls.tsx';
import type { CartResult } from './cart-result.ts';
import { type ShownCart, type ShownLine, usePendingChanges, withChanges } from './pending-cart.ts';
import { PriceChanges } from './price-changes.tsx';
import { RemovedLine } from './removed-line.tsx';

/** The cart at the right edge of every page. */
export default function CartDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const fetcher = useFetcher<CartResult>({ key: 'cart-drawer' });
  const changes = usePendingChanges();
  const [removed, setRemoved] = useState<ShownLine | null>(null);
  const { load } = fetcher;
  const { yourCart } = useShellTexts();

  useCloseRequest(open, onClose);
  usePanelLoad(open, load, '/cart');
  useEffect(() => {
    if (!open) setRemoved(null);
  }, [open]);

  const response = fetcher.data;
  const cart = response?.ok ? withChanges(response.cart, changes) : null;
  const isEmpty = cart?.lines.length === 0;

  return (
    <SidePanel open={open} onClose={onClose} title={yourCart}>
      {response && !response.ok ? <Notice tone="danger">{response.message}</Notice> : null}
      {!response ? <LinesOnTheirWay /> : null}
      {removed ? (
        <RemovedLine key={removed.variantId} line={removed} onUndo={() => setRemoved(null)} />
      ) : null}
      {cart ? <PriceChanges lines={cart.lines} returnTo="/shoppingCart" /> : null}
      {isEmpty ? <p className="py-10 text-center text-ink-soft">Your cart is empty.</p> : null}
      {cart && cart.lines.length > 0 ? (
        // On a low screen the panel scrolls as a whole. The list is wider than its box; as a direct
        // child of the panel, it would make WebKit scroll the panel sideways.
        <div className="flex grow flex-col [@media(height>=34rem)]:min-h-0 [@media(height>=34rem)]:basis-0">
          <ul className="-mx-1 grow divide-y divide-line px-1 [@media(height>=34rem)]:overflow-y-auto">
            {cart.lines.map((line) => (
              <DrawerLine
                key={line.variantId}
                line={line}
                onRemove={() => setRemoved(line)}
                onLeave={onClose}
              />
            ))}
          </ul>
        </div>
      ) : null}
      <DrawerFooter cart={cart} onClose={onClose} />
    </SidePanel>
  );
}

function DrawerFooter({
  cart,
  onClose,
}: {
  /** Null while it loads. */
  cart: ShownCart | null;
  onClose: () => void;
}) {
  const isEmpty = cart?.lines.length === 0;
  const texts = useShellTexts();
  return (
    <div className="mt-auto space-y-3 border-t border-line pt-4">
      {cart ? (
        <p className="flex justify-between text-lg font-semibold">
          <span>{texts.subTotal}</span>
          <span className="tabular-nums">{formatMoney(cart.subtotalMinor)}</span>
        </p>
      ) : null}
      <ButtonLink
        look={isEmpty ? 'outline' : 'accent'}
        to="/shoppingCart"
        onClick={onClose}
        className="w-full"
      >
        {texts.viewCart}
      </ButtonLink>
      <Button
        type="button"
        look={isEmpty ? 'accent' : 'outline'}
        onClick={onClose}
        className="w-full"
      >
        {texts.continueShopping}
      </Button>
    </div>
  );
}

/** Placeholders for two lines that are loading. */
function LinesOnTheirWay() {
  return (
    <div className="flex-1 divide-y divide-line">
      <p className="sr-only">
        <Spinner label="Loading your cart" />
      </p>
      {[1, 2].map((place) => (
        <div key={place} className="grid grid-cols-[4.5rem_1fr] gap-x-3 py-4">
          <Skeleton className="aspect-4/5" />
          <div className="space-y-3">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-9 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}

function DrawerLine({
  line,
  onRemove,
  onLeave,
}: {
  line: ShownLine;
  onRemove: () => void;
  onLeave: () => void;
}) {
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-4">
      <ProductImage url={line.image} alt="" sizes="72px" />
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-1">
          <p className="min-w-0 pt-1.5 leading-snug font-semibold">
            <Link
              to={productPath(line)}
              onClick={onLeave}
              aria-label={itemName(line)}
              className="hover:underline"
            >
              {line.name}
            </Link>
          </p>
          <RemoveLine line={line} onRemove={onRemove} />
        </div>
        {line.variantName ? <p className="text-sm text-ink-soft">{line.variantName}</p> : null}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <LineQuantity line={line} />
          <span className="tabular-nums">{formatMoney(line.unitPriceMinor)}</span>
        </div>
        <FinalSale of={line} />
        <LineWarning line={line} />
      </div>
    </li>
  );
}
