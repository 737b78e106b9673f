import {
  type Dispatch,
  type FormEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useFetcher } from 'react-router';
import type { Variant } from '#features/catalog/catalog.schema.ts';
import {
  type CountState,
  initialState,
  productCountZero,
  productMinus,
  productPlus,
} from '#shared/shop-state.ts';
import { hasSameOptions } from '#shared/variant-options.ts';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Counter } from '../../ui/counter.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import type { CartResult } from '../cart/cart-result.ts';
import { QUANTITY_LIMIT } from '../cart/quantity-limit.ts';
import { useShellTexts } from '../page/visitor.ts';
import { type ProductToBuy, productPath } from './product-card-view.ts';
import { type Choice, findMissing, isChoiceSoldOut, readChoice } from './variant-choice.ts';
import { VariantPicker } from './variant-picker.tsx';

interface BuyFormProps {
  product: ProductToBuy;
  choice: Choice;
  /** The variant of that choice, if it is complete. */
  variant: Variant | null;
  onChoose: (choice: Choice) => void;
  withBuyNow?: boolean;
}

/**
 * Options, quantity and 'Add To Cart', as one form that works without script. Adding without a
 * complete choice focuses the picker that lacks one and shows an error.
 */
export function BuyForm({ product, choice, variant, onChoose, withBuyNow = false }: BuyFormProps) {
  const fetcher = useFetcher<CartResult>();
  const hydrated = useHydrated();
  const [{ count: quantity }, setCount] = useState({ count: initialState.count });
  const [missing, setMissing] = useState<keyof Choice | null>(null);
  const form = useRef<HTMLFormElement>(null);

  useFieldsBeforeScript(form, (fields) => {
    const typed = withinLimit(fields.get('quantity'));
    if (typed !== initialState.count) setCount((state) => productCountZero(state, typed));
    const chosen = readChoice(product.variants, fields);
    if (!hasSameOptions(chosen, choice)) onChoose(chosen);
  });

  function onSubmit(event: FormEvent) {
    const gap = findMissing(product.variants, choice);
    if (!gap) return;
    event.preventDefault();
    setMissing(gap);
    form.current?.querySelector<HTMLInputElement>(`input[name=${gap}]:not(:disabled)`)?.focus();
  }

  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/cart"
      onSubmit={onSubmit}
      noValidate={hydrated}
      className="space-y-6"
    >
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="returnTo" value={productPath(product)} />
      {variant ? <input type="hidden" name="sku" value={variant.sku} /> : null}
      <VariantPicker
        product={product}
        choice={choice}
        missing={missing}
        onChoose={(next) => {
          setMissing(null);
          onChoose(next);
        }}
      />
      <Quantity quantity={quantity} setCount={setCount} />
      <BuyButtons
        name={product.name}
        response={fetcher.state === 'idle' ? fetcher.data : undefined}
        disabled={isChoiceSoldOut(product, variant) || quantity === 0}
        withBuyNow={withBuyNow}
      />
    </fetcher.Form>
  );
}

function Quantity({
  quantity,
  setCount,
}: {
  quantity: number;
  setCount: Dispatch<SetStateAction<CountState>>;
}) {
  return (
    <Counter
      label="Quantity"
      name="quantity"
      value={quantity}
      onPlus={() => setCount(productPlus)}
      onMinus={() => setCount(productMinus)}
      onChange={(typed) => setCount((state) => productCountZero(state, typed))}
      min={0}
      max={QUANTITY_LIMIT}
    />
  );
}

function BuyButtons({
  name,
  response,
  disabled,
  withBuyNow,
}: {
  /** The product's name. */
  name: string;
  response: CartResult | undefined;
  disabled: boolean;
  withBuyNow: boolean;
}) {
  const announce = useAnnounce();
  const texts = useShellTexts();
  const hintId = useId();
  // For too little stock, the form has its own text.
  const fewer =
    response?.ok && response.added && response.added.code !== 'added' ? response.added : null;
  const isAdded = response?.ok && !fewer;
  useEffect(() => {
    if (isAdded) announce(`Added ${name} to your cart.`);
  }, [isAdded, announce, name]);
  return (
    <>
      {response && !response.ok ? <Notice tone="danger">{response.message}</Notice> : null}
      {fewer ? <Notice tone="info">{fewer.message}</Notice> : null}
      <div className="flex flex-wrap gap-3">
        <Button
          look="accent"
          name="intent"
          value="add"
          className="min-w-40 flex-1"
          disabled={disabled}
          aria-describedby={hintId}
        >
          {texts.addToCart}
        </Button>
        {withBuyNow ? (
          <Button
            look="solid"
            name="intent"
            value="buy"
            className="min-w-40 flex-1"
            disabled={disabled}
          >
            {texts.buyItNow}
          </Button>
        ) : null}
      </div>
      <p id={hintId} aria-live="polite" className="min-h-6 text-[0.9375rem] text-success">
        {isAdded ? 'In your cart.' : null}
      </p>
    </>
  );
}

/**
 * Calls `restore` with the values typed before the script loaded; the next rendering would clear
 * them.
 */
function useFieldsBeforeScript(
  form: RefObject<HTMLFormElement | null>,
  restore: (fields: FormData) => void,
): void {
  const early = useRef<FormData | null>(null);
  useLayoutEffect(() => {
    early.current = form.current && new FormData(form.current);
  }, [form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the script has loaded
  useEffect(() => {
    // Fields that were empty at first may have been filled in since.
    if (early.current) restore(early.current);
  }, []);
}

function withinLimit(typed: unknown): number {
  return Math.min(QUANTITY_LIMIT, Math.max(0, Math.trunc(Number(typed)) || 0));
}
