import type { SavedAddress } from '#features/addresses/addresses.schema.ts';
import { AddressLines } from '../../../components/order/address-lines.tsx';

/** The addresses that a customer has saved. */
export function AddressBook({ addresses }: { addresses: SavedAddress[] }) {
  return (
    <section aria-labelledby="addresses" className="mt-8 text-sm">
      <h2 id="addresses" className="mb-2 font-sans text-base font-semibold">
        Addresses
      </h2>
      {addresses.length > 0 ? (
        <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
          {addresses.map((address) => (
            <li key={address.id} className="min-w-0">
              <AddressLines address={address} />
              {address.isDefault && addresses.length > 1 ? (
                <p className="text-xs font-semibold text-ink-soft">Default</p>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">This account has saved no address.</p>
      )}
    </section>
  );
}
