import {
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { onDemand } from '../../offline/on-demand.tsx';
import {
  checkCardField,
  digitsOf,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  readExpiry,
  type TypedCard,
} from './card-format.ts';
import type { CardHandle } from './card-handle.ts';
import { CardInput } from './card-input.tsx';
import { CardError, RESPONSE_LIMIT_MS } from './payment-calls.ts';

// Loaded on demand, because few cards need it.
const authenticateDialog = onDemand(
  'authenticate-dialog',
  () => import('./authenticate-dialog.tsx'),
);

const empty: TypedCard = { number: '', expiry: '', cvc: '' };
const order = ['number', 'expiry', 'cvc'] as const;

/** The card form of the demo's card sandbox. */
export function SandboxCard({ ref, disabled }: { ref: Ref<CardHandle>; disabled: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const { card, check, propsOf } = useTypedCard(box);
  const [question, setQuestion] = useState<{ respond: (yes: boolean) => void } | null>(null);

  useImperativeHandle(ref, () => ({
    check,
    async confirm(clientSecret) {
      let payment = await confirmWithSandbox(clientSecret, card, false);
      if (payment.status === 'requires_action') {
        const approved = await new Promise<boolean>((respond) => setQuestion({ respond }));
        setQuestion(null);
        if (!approved) throw new CardError('The card was not authenticated.');
        payment = await confirmWithSandbox(clientSecret, card, true);
      }
      return payment.id;
    },
  }));

  return (
    <div ref={box} className="space-y-5">
      <CardInput
        label="Card number"
        format={formatCardNumber}
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        disabled={disabled}
        {...propsOf('number')}
      />
      <CardInput
        label="Expiry date"
        format={formatExpiry}
        autoComplete="cc-exp"
        placeholder="MM / YY"
        disabled={disabled}
        {...propsOf('expiry')}
      />
      <CardInput
        label="Security code"
        format={formatCvc}
        autoComplete="cc-csc"
        placeholder="CVC"
        disabled={disabled}
        {...propsOf('cvc')}
      />
      {question ? (
        <authenticateDialog.Component
          onResult={question.respond}
          onGiveUp={() => question.respond(false)}
        />
      ) : null}
    </div>
  );
}

/** The values typed into the fields of `box`, and their errors. */
function useTypedCard(box: RefObject<HTMLDivElement | null>) {
  const [card, setCard] = useState(empty);
  const [errors, setErrors] = useState<Partial<Record<keyof TypedCard, string | null>>>({});

  useLayoutEffect(() => {
    // Values that were typed before the script loaded are only in the fields. The next rendering
    // would clear them.
    const typed = (name: keyof TypedCard) =>
      box.current?.querySelector<HTMLInputElement>(`[name=card-${name}]`)?.value ?? '';
    setCard({
      number: formatCardNumber(typed('number')),
      expiry: formatExpiry(typed('expiry')),
      cvc: formatCvc(typed('cvc')),
    });
  }, [box]);

  return {
    card,
    check() {
      const found = Object.fromEntries(
        order.map((name) => [name, checkCardField(name, card[name])]),
      );
      setErrors(found);
      const first = order.find((name) => found[name]);
      if (first) box.current?.querySelector<HTMLInputElement>(`[name=card-${first}]`)?.focus();
      return first === undefined;
    },
    propsOf: (name: keyof TypedCard) => ({
      name: `card-${name}`,
      value: card[name],
      error: errors[name] ?? null,
      onValue(value: string) {
        setCard((typed) => ({ ...typed, [name]: value }));
        if (errors[name]) setErrors((old) => ({ ...old, [name]: checkCardField(name, value) }));
      },
      onBlur() {
        // An empty field is an error only when the form is sent.
        if (card[name]) setErrors((old) => ({ ...old, [name]: checkCardField(name, card[name]) }));
      },
    }),
  };
}

/** Rejects with a `CardError` for a decline, and with any other error when no response came. */
async function confirmWithSandbox(clientSecret: string, typed: TypedCard, authenticated: boolean) {
  const expiry = readExpiry(typed.expiry);
  const response = await fetch('/sandbox/confirm', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      clientSecret,
      card: {
        number: digitsOf(typed.number),
        expMonth: expiry?.month,
        expYear: expiry?.year,
        cvc: typed.cvc,
      },
      ...(authenticated ? { authenticated } : {}),
    }),
    signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
  });
  const result: { id?: string; status?: string; detail?: string } = await response.json();
  if (response.ok && result.id) return { id: result.id, status: result.status };
  // Only a decline says that no money was taken.
  if (response.status >= 500 || !result.detail) throw new Error('The sandbox did not respond.');
  throw new CardError(result.detail);
}
