/** Items with their number of units, and room for a tick. */
export function UnitsTable({
  lines,
  caption,
}: {
  lines: { sku: string; name: string; variantName: string; units: number; about?: string }[];
  caption: string;
}) {
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line-strong text-left">
          <th scope="col" className="py-1.5 pr-3 whitespace-nowrap">
            Units
          </th>
          <th scope="col" className="py-1.5 pr-3">
            Item
          </th>
          <th scope="col" className="py-1.5 pr-3">
            SKU
          </th>
          <td className="w-8" />
        </tr>
      </thead>
      <tbody>
        {lines.map(({ sku, name, variantName, units, about }) => (
          <tr key={sku} className="border-b border-line align-top">
            <td className="py-2 pr-3 font-semibold tabular-nums">{units}</td>
            <td className="py-2 pr-3 wrap-anywhere">
              {name}
              {variantName ? <span className="block text-ink-soft">{variantName}</span> : null}
              {about ? <span className="block text-xs text-ink-soft">{about}</span> : null}
            </td>
            <td className="py-2 pr-3 wrap-anywhere">{sku}</td>
            <td className="py-2">
              <span className="block size-4 border border-line-strong" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
