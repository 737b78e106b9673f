import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { onDemand } from '../../offline/on-demand.tsx';
import { afterFirstSign, mayPrefetch } from '../../prefetch/prefetch-budget.ts';
import type { ProductCardView } from '../product/product-card-view.ts';

// The code of panels is fetched when it is first needed, or shortly before.
const cartDrawer = onDemand('cart-drawer', () => import('../cart/cart-drawer.tsx'));
const quickView = onDemand('quick-view', () => import('../product/quick-view.tsx'));
const cartConfirm = onDemand('cart-confirm', () => import('../cart/cart-confirm.tsx'));

export interface ShopPanels {
  openCart(): void;
  openQuickView(product: ProductCardView): void;
  /**
   * Shows the result of a card's 'Add To Cart'; `fetcherKey` names the request. Returns false while
   * the confirmation of an earlier press is open; the caller then ignores this press.
   */
  confirmAdded(product: ProductCardView, fetcherKey: string): boolean;
  /** Called when a pointer or the focus is on a button that opens the cart. */
  prepareCart(): void;
  prepareCards(): void;
}

const PanelsContext = createContext<ShopPanels | null>(null);

type Panel =
  | { kind: 'cart' }
  | { kind: 'quick'; product: ProductCardView }
  | { kind: 'added'; product: ProductCardView; fetcherKey: string };

/** The panels that any page can open, one at a time: cart drawer, quick view, cart confirmation. */
export function ShopPanelsProvider({ children }: { children: ReactNode }) {
  const { panels, open, last, close } = usePanels();
  return (
    <PanelsContext value={panels}>
      {children}
      {last.cart ? (
        <cartDrawer.Component open={open === 'cart'} onClose={close} onGiveUp={close} />
      ) : null}
      {last.quick ? (
        <quickView.Component
          key={last.quick.product.id}
          open={open === 'quick'}
          product={last.quick.product}
          onClose={close}
          onGiveUp={close}
        />
      ) : null}
      {last.added ? (
        <cartConfirm.Component
          open={open === 'added'}
          product={last.added.product}
          fetcherKey={last.added.fetcherKey}
          onClose={close}
          onGiveUp={close}
        />
      ) : null}
    </PanelsContext>
  );
}

function usePanels() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState<Panel['kind'] | null>(null);
  // The last panel of each kind. It stays for the closing motion and the next opening.
  const [last, setLast] = useState<{ [Kind in Panel['kind']]?: Extract<Panel, { kind: Kind }> }>(
    {},
  );
  const confirming = useRef(false);

  const panels = useMemo<ShopPanels>(() => {
    // These run in transitions, so that a slow phone paints the pressed button before it renders
    // the panel.
    const show = (panel: Panel) =>
      startTransition(() => {
        setOpen(panel.kind);
        setLast((shown) => ({ ...shown, [panel.kind]: panel }));
      });
    return {
      openCart: () => show({ kind: 'cart' }),
      openQuickView: (product) => show({ kind: 'quick', product }),
      confirmAdded(product, fetcherKey) {
        if (confirming.current) return false;
        confirming.current = true;
        show({ kind: 'added', product, fetcherKey });
        return true;
      },
      prepareCart: cartDrawer.prepare,
      prepareCards: () => {
        cartConfirm.prepare();
        quickView.prepare();
      },
    };
  }, []);

  const close = useCallback(() => {
    confirming.current = false;
    setOpen(null);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel closes when the page changes
  useEffect(() => close, [close, pathname]);

  // Fetched after the first input, so that the panels' code does not slow down the page load.
  useEffect(
    () =>
      afterFirstSign(() => {
        if (!mayPrefetch()) return;
        panels.prepareCart();
        panels.prepareCards();
      }),
    [panels],
  );

  return { panels, open, last, close };
}

export function useShopPanels(): ShopPanels {
  const panels = useContext(PanelsContext);
  if (!panels) throw new Error('useShopPanels needs a ShopPanelsProvider above it.');
  return panels;
}
