import type { Ref } from 'react';
import type { CardHandle } from './card-handle.ts';
import type { Billing, CardProvider } from './card-provider.ts';
import { SandboxCard } from './sandbox-card.tsx';
import { StripeCard } from './stripe-card.tsx';

/** The card fields of the shop's payment provider. */
export function ProviderCard({
  provider: { script },
  billing,
  onReady,
  ...props
}: {
  provider: CardProvider;
  billing: Billing;
  /** The provider's own form is ready. The sandbox's is ready from the start. */
  onReady: () => void;
  ref: Ref<CardHandle>;
  disabled: boolean;
}) {
  if (script === null) return <SandboxCard {...props} />;
  return <StripeCard {...props} script={script} billing={billing} onReady={onReady} />;
}
