import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { Link } from '../../ui/link.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useShopPanels } from '../page/shop-panels.tsx';
import { useVisitor } from '../page/visitor.ts';
import { countDifference, usePendingChanges } from './pending-cart.ts';

const look =
  'relative inline-grid size-11 place-items-center rounded-control transition-colors hover:bg-tint';

/** The bag with the number of units in it. Opens the drawer, or the cart page without script. */
export function BagButton() {
  const panels = useShopPanels();
  const hydrated = useHydrated();
  const count = Math.max(0, useVisitor().cartCount + countDifference(usePendingChanges()));
  const label = count === 0 ? 'Cart, empty' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`;
  const content = (
    <>
      <ShoppingBag aria-hidden="true" className="size-5" />
      {count > 0 ? (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs font-bold text-on-accent tabular-nums"
        >
          {count}
        </span>
      ) : null}
    </>
  );
  if (!hydrated) {
    return (
      <Link to="/shoppingCart" aria-label={label} className={look}>
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="dialog"
      className={look}
      onClick={panels.openCart}
      onPointerEnter={panels.prepareCart}
      onFocus={panels.prepareCart}
    >
      {content}
    </button>
  );
}
