import { Form } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Panel } from '../../../components/console/panel.tsx';
import { PlainInput } from '../../../components/console/plain-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Tried } from './try-typed.ts';

/** Shows which zone an address is in, and what it would pay. */
export function TryAddress({ tried: { typed, found } }: { tried: Tried }) {
  return (
    <Panel title="Try an address">
      <Form method="get" preventScrollReset className="grid grid-cols-2 gap-3">
        <PlainInput name="country" label="Country" value={typed.country} required wide />
        <PlainInput name="city" label="City" value={typed.city} />
        <PlainInput name="postcode" label="Postcode" value={typed.postcode} />
        <PlainInput
          name="region"
          label="Region, if the country has any"
          value={typed.region}
          wide
        />
        <PlainInput
          name="subtotal"
          label="Order value"
          value={typed.subtotal}
          inputMode="decimal"
        />
        <PlainInput
          name="weight"
          label="Weight in grams"
          value={typed.weight}
          inputMode="numeric"
        />
        <div className="col-span-2">
          <Button className={DENSE_BUTTON}>Show its prices</Button>
        </div>
      </Form>
      {found ? <Found found={found} /> : null}
    </Panel>
  );
}

function Found({ found }: { found: NonNullable<Tried['found']> }) {
  if ('problem' in found) return <Notice tone="danger">{found.problem}</Notice>;
  if (found.zone === null) return <Notice tone="info">The shop does not deliver there.</Notice>;
  return (
    <div role="status" className="text-sm">
      <p>
        In the zone <span className="font-semibold">{found.zone}</span>:
      </p>
      <ul className="mt-2 space-y-2">
        {found.methods.map(({ name, priceMinor, arrives, isPreselected }) => (
          <li key={name} className="flex justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              {name}
              {isPreselected ? ', preselected' : null}
              {arrives ? <span className="block text-ink-soft">{arrives}</span> : null}
            </span>
            <span className="shrink-0 tabular-nums">
              {priceMinor === 0 ? 'Free' : formatMoney(priceMinor)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
