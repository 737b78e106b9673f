import type { PostagePayer } from '#features/catalog/return-policy.schema.ts';
import { postagePolicies } from '#features/orders/return-labels.schema.ts';
import { Day } from '../../../components/day.tsx';
import type { RequestedReturn } from './change-returns.ts';
import { ReturnForm } from './return-form.tsx';
import type { ReturnablePart } from './returnable-parts.ts';

/** Asks for a return of bought items, or of what was sent in exchange. */
export function ReturnPart({
  source: { ofReturn, until, lines, key },
  postage,
  asked,
}: {
  source: ReturnablePart;
  /** Who pays for the way back. */
  postage: PostagePayer;
  /** The typed values before a refusal. */
  asked: RequestedReturn | null;
}) {
  return (
    <section className="mb-10">
      {ofReturn ? (
        <h2 className="mb-3 font-sans text-lg font-semibold">What you got in exchange</h2>
      ) : null}
      <p className="mb-6 text-lg text-ink-soft">
        You can ask for a return until <Day iso={until} />. We will then write to you where to send
        the items.
        {lines.some(({ exchangeable }) => exchangeable.length > 0)
          ? ' What you choose in exchange is reserved for you at once.'
          : null}{' '}
        {postagePolicies[postage]}
      </p>
      <ReturnForm
        ofReturn={ofReturn}
        lines={lines}
        requestKey={key}
        asked={asked?.ofReturn === ofReturn ? asked : null}
      />
    </section>
  );
}
