import { useFetcher } from 'react-router';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Modal, useCloseRequest } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProductImage } from '../image/product-image.tsx';
import { useShellTexts } from '../page/visitor.ts';
import type { ProductCardView } from '../product/product-card-view.ts';
import type { CartResult } from './cart-result.ts';

/** Shows the result of a card's 'Add To Cart'. */
export default function CartConfirm({
  open,
  product,
  fetcherKey,
  onClose,
}: {
  open: boolean;
  product: ProductCardView;
  fetcherKey: string;
  onClose: () => void;
}) {
  useCloseRequest(open, onClose);
  const texts = useShellTexts();
  const response = useFetcher<CartResult>({ key: fetcherKey }).data;
  const refused = response && !response.ok ? response.message : null;
  const none =
    response?.ok && response.added?.code === 'added-none' ? response.added.message : null;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={refused ? 'That did not work' : none ? 'Nothing was added' : 'Added to your cart'}
    >
      <div className="flex gap-4">
        <ProductImage
          url={product.image?.url ?? null}
          alt=""
          sizes="96px"
          className="w-24 shrink-0 rounded-card"
        />
        <div className="min-w-0">
          <p className="font-display text-heading">{product.name}</p>
          {refused || none ? null : <p className="mt-2 text-ink-soft">{texts.quantity} 1</p>}
          <p className="text-ink-soft">{product.category}</p>
        </div>
      </div>
      {refused ? (
        <Notice tone="danger" className="mt-4">
          {refused}
        </Notice>
      ) : null}
      {none ? (
        <Notice tone="info" className="mt-4">
          {none}
        </Notice>
      ) : null}
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button type="button" onClick={onClose}>
          {texts.continueShopping}
        </Button>
        <ButtonLink look="accent" to="/shoppingCart" onClick={onClose}>
          {texts.proceedToCart}
        </ButtonLink>
      </div>
    </Modal>
  );
}
