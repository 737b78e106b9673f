import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { afterFirstSign, mayFetchAhead } from '../connection/ahead.ts';
import { onDemand } from '../connection/on-demand.tsx';
import type { ProductCardView } from './product-card-view.ts';

// What opens on top of a page is fetched when it is first needed, or about to be.
const cartDrawer = onDemand('cart-drawer', () => import('./cart-drawer.tsx'));
const quickView = onDemand('quick-view', () => import('./quick-view.tsx'));
const cartConfirm = onDemand('cart-confirm', () => import('./cart-confirm.tsx'));

export interface ShopPanels {
  openCart(): void;
  openQuickView(product: ProductCardView): void;
  /** Shows what a card's 'Add To Cart' did; `fetcherKey` names the request. */
  confirmAdded(product: ProductCardView, fetcherKey: string): void;
  /** A pointer or the focus is on something that opens the cart. */
  prepareCart(): void;
  prepareCards(): void;
}

const PanelsContext = createContext<ShopPanels | null>(null);

/** The panels that any page can open: cart drawer, quick view, cart confirmation. */
export function ShopPanelsProvider({ children }: { children: ReactNode }) {
  const [cart, setCart] = useState<{ open: boolean }>();
  const [quick, setQuick] = useState<{ open: boolean; product: ProductCardView }>();
  const [added, setAdded] = useState<{
    open: boolean;
    product: ProductCardView;
    fetcherKey: string;
  }>();

  const panels = useMemo<ShopPanels>(
    () => ({
      // In transitions: the pressed button is painted before the panel is made, however slow a phone.
      openCart: () => startTransition(() => setCart({ open: true })),
      openQuickView: (product) => startTransition(() => setQuick({ open: true, product })),
      confirmAdded: (product, fetcherKey) =>
        startTransition(() => setAdded({ open: true, product, fetcherKey })),
      prepareCart: cartDrawer.prepare,
      prepareCards: () => {
        cartConfirm.prepare();
        quickView.prepare();
      },
    }),
    [],
  );

  // Whoever has begun to use a page is the sooner served: the panels' code is no part of its load.
  useEffect(
    () =>
      afterFirstSign(() => {
        if (!mayFetchAhead()) return;
        panels.prepareCart();
        panels.prepareCards();
      }),
    [panels],
  );

  return (
    <PanelsContext value={panels}>
      {children}
      {cart ? (
        <cartDrawer.Component
          open={cart.open}
          onClose={() => setCart({ open: false })}
          onGiveUp={() => setCart(undefined)}
        />
      ) : null}
      {quick ? (
        <quickView.Component
          key={quick.product.id}
          {...quick}
          onClose={() => setQuick({ ...quick, open: false })}
          onGiveUp={() => setQuick(undefined)}
        />
      ) : null}
      {added ? (
        <cartConfirm.Component
          {...added}
          onClose={() => setAdded({ ...added, open: false })}
          onGiveUp={() => setAdded(undefined)}
        />
      ) : null}
    </PanelsContext>
  );
}

export function useShopPanels(): ShopPanels {
  const panels = useContext(PanelsContext);
  if (!panels) throw new Error('useShopPanels needs a ShopPanelsProvider above it.');
  return panels;
}
