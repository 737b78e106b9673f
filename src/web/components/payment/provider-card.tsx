import type { Ref } from 'react';
import type { CardHandle } from './card-handle.ts';
import { SandboxCard } from './sandbox-card.tsx';

export type ProviderName = 'sandbox' | 'stripe';

/** The card fields of whichever provider the shop uses. */
export function ProviderCard({
  provider,
  ...props
}: {
  provider: ProviderName;
  ref: Ref<CardHandle>;
  disabled: boolean;
}) {
  switch (provider) {
    case 'sandbox':
      return <SandboxCard {...props} />;
    case 'stripe':
      return <p>Card payment is not available at the moment.</p>;
  }
}
