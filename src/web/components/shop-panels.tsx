import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useMemo,
  useState,
} from 'react';
import type { ProductCardView } from './product-card-view.ts';

// What opens on top of a page is fetched when it is first needed, or about to be.
const loadCartDrawer = () => import('./cart-drawer.tsx');
const loadQuickView = () => import('./quick-view.tsx');
const loadCartConfirm = () => import('./cart-confirm.tsx');
const CartDrawer = lazy(loadCartDrawer);
const QuickView = lazy(loadQuickView);
const CartConfirm = lazy(loadCartConfirm);

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
      openCart: () => setCart({ open: true }),
      openQuickView: (product) => setQuick({ open: true, product }),
      confirmAdded: (product, fetcherKey) => setAdded({ open: true, product, fetcherKey }),
      prepareCart: () => void loadCartDrawer(),
      prepareCards: () => {
        void loadCartConfirm();
        void loadQuickView();
      },
    }),
    [],
  );

  return (
    <PanelsContext value={panels}>
      {children}
      <Suspense>
        {cart ? <CartDrawer open={cart.open} onClose={() => setCart({ open: false })} /> : null}
        {quick ? (
          <QuickView
            key={quick.product.id}
            {...quick}
            onClose={() => setQuick({ ...quick, open: false })}
          />
        ) : null}
        {added ? (
          <CartConfirm {...added} onClose={() => setAdded({ ...added, open: false })} />
        ) : null}
      </Suspense>
    </PanelsContext>
  );
}

export function useShopPanels(): ShopPanels {
  const panels = useContext(PanelsContext);
  if (!panels) throw new Error('useShopPanels needs a ShopPanelsProvider above it.');
  return panels;
}
