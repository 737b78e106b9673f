import type { PostagePayer } from '#features/catalog/postage-payers.schema.ts';
import { postagePolicies } from '#features/orders/returns/return-labels.schema.ts';
import { Day } from '../../../components/day.tsx';
import type { RequestedReturn } from '../../../components/return/requested-return.ts';
import type { OwnReturnablePart } from '../../../components/return/returnable-parts.ts';
import { ReturnForm } from './return-form.tsx';

/** Asks for a return of bought items, or of what was sent in exchange. */
export function ReturnPart({
  source: { ofReturn, until, lines, key },
  postage,
  asked,
}: {
  source: OwnReturnablePart;
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
