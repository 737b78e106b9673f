import type { ReactNode, Ref } from 'react';
import type { PaymentProvider } from '#features/payments/payments.ts';
import type { CardHandle } from './card-handle.ts';
import type { Billing, CardProvider } from './card-provider.ts';
import { SandboxCard } from './sandbox-card.tsx';
import { StripeCard } from './stripe-card.tsx';

interface CardProps {
  provider: CardProvider;
  billing: Billing;
  /** Called when the provider's own form is ready. The sandbox's form is ready from the start. */
  onReady: () => void;
  ref: Ref<CardHandle>;
  disabled: boolean;
}

/** The card form of each provider. One that is missing here does not compile. */
const forms: { [name in PaymentProvider]: (props: CardProps) => ReactNode } = {
  sandbox: ({ ref, disabled }) => <SandboxCard ref={ref} disabled={disabled} />,
  stripe: ({ provider: { script }, ...props }) =>
    script && <StripeCard {...props} script={script} />,
};

/** The card fields of the shop's payment provider. */
export function ProviderCard(props: CardProps) {
  return forms[props.provider.name](props);
}
