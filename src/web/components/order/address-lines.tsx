/** A postal address as it is printed on a label, with the phone below. */
export function AddressLines({
  address: { lines, phoneText },
}: {
  address: { lines: string[]; phoneText: string | null };
}) {
  return (
    <address className="not-italic wrap-anywhere">
      {/* Lines may be equal, and their order never changes. */}
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index} className="block">
          {line}
        </span>
      ))}
      {phoneText ? <span className="block">{phoneText}</span> : null}
    </address>
  );
}
