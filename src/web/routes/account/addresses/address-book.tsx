import { useEffect, useId, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import type { SavedAddress } from '#features/addresses/addresses.schema.ts';
import { AddressLines } from '../../../components/order/address-lines.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { type Purpose, purposeParams } from './purpose.ts';

interface BookProps {
  addresses: SavedAddress[];
  purpose: Purpose;
  /** The address that the cart uses for this purpose. */
  chosenId: string | null;
  /** The address whose removal is asked about. */
  removingId: string | null;
}

/** The addresses of an account, to manage or to choose from. */
export function AddressBook({ addresses, purpose, chosenId, removingId }: BookProps) {
  const params = purposeParams(purpose);
  useFocusAfterQuestion(removingId);
  if (addresses.length === 0) {
    return (
      <EmptyState title="You have no addresses yet">
        <ButtonLink look="accent" to={`/account/addresses/new${params}`}>
          Add an address
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-5 md:grid-cols-2">
        {addresses.map((address) => (
          <li key={address.id} className="flex">
            <AddressCard
              address={address}
              purpose={purpose}
              isChosen={address.id === chosenId}
              isRemoving={address.id === removingId}
            />
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to={`/account/addresses/new${params}`}>Add an address</ButtonLink>
        {purpose.kind === 'book' ? null : (
          <Link to="/checkOut" className="link">
            Back to checkout
          </Link>
        )}
      </div>
    </>
  );
}

const removeId = (addressId: string) => `remove-${addressId}`;

/** Gives the focus back to the link that asked, when its address is kept. */
function useFocusAfterQuestion(removingId: string | null): void {
  const asked = useRef(removingId);
  useEffect(() => {
    if (asked.current !== null) document.getElementById(removeId(asked.current))?.focus();
    asked.current = removingId;
  }, [removingId]);
}

function AddressCard({
  address,
  purpose,
  isChosen,
  isRemoving,
}: {
  address: SavedAddress;
  purpose: Purpose;
  isChosen: boolean;
  isRemoving: boolean;
}) {
  const marks = [address.isDefault && 'Default', isChosen && 'Chosen'].filter(Boolean);
  const textId = `address-${address.id}`;
  return (
    <article
      aria-labelledby={textId}
      className="flex w-full flex-col gap-5 rounded-panel border border-line bg-surface p-5 md:p-6"
    >
      <div className="flex items-start justify-between gap-4">
        <div id={textId}>
          <AddressLines address={address} />
        </div>
        {marks.length > 0 ? (
          <p className="shrink-0 rounded-control bg-tint px-2.5 py-1 text-sm font-semibold">
            {marks.join(', ')}
          </p>
        ) : null}
      </div>
      <div className="mt-auto">
        {isRemoving ? (
          <RemoveQuestion id={address.id} textId={textId} purpose={purpose} />
        ) : (
          <CardActions address={address} textId={textId} purpose={purpose} isChosen={isChosen} />
        )}
      </div>
    </article>
  );
}

function CardActions({
  address: { id, isDefault },
  textId,
  purpose,
  isChosen,
}: {
  address: SavedAddress;
  textId: string;
  purpose: Purpose;
  isChosen: boolean;
}) {
  const params = purposeParams(purpose);
  const isBook = purpose.kind === 'book';
  return (
    <Form method="post" className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <input type="hidden" name="addressId" value={id} />
      {isBook ? null : (
        <Button
          name="intent"
          value="choose"
          look={isChosen ? 'outline' : 'solid'}
          aria-describedby={textId}
        >
          {purpose.kind === 'billing' ? 'Bill to this address' : 'Deliver to this address'}
        </Button>
      )}
      <span className="flex gap-5">
        <Link to={`/account/addresses/${id}${params}`} className="link" aria-describedby={textId}>
          Edit
        </Link>
        <Link
          to={`/account/addresses${params}${params ? '&' : '?'}remove=${id}`}
          preventScrollReset
          id={removeId(id)}
          className="link"
          aria-describedby={textId}
        >
          Remove
        </Link>
      </span>
      {isBook && !isDefault ? (
        <Button name="intent" value="default" aria-describedby={textId}>
          Make it the default
        </Button>
      ) : null}
    </Form>
  );
}

/** Asks before an address is removed. Orders keep their own copy, so nothing else is lost. */
function RemoveQuestion({ id, textId, purpose }: { id: string; textId: string; purpose: Purpose }) {
  const isBusy = useNavigation().formData?.get('intent') === 'remove';
  const questionId = useId();
  return (
    <Form method="post" className="space-y-3">
      <p id={questionId} className="font-semibold">
        Remove this address? Your orders keep it.
      </p>
      <input type="hidden" name="addressId" value={id} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          name="intent"
          value="remove"
          look="danger"
          pending={isBusy}
          autoFocus
          aria-describedby={`${questionId} ${textId}`}
        >
          Remove
        </Button>
        <Link
          to={`/account/addresses${purposeParams(purpose)}`}
          preventScrollReset
          className="link"
        >
          Keep it
        </Link>
      </div>
    </Form>
  );
}
