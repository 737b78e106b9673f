/** The label of a field that has to be filled in. The field itself says it to a screen reader. */
export function Needed({ label }: { label: string }) {
  return (
    <>
      {label}
      <span aria-hidden="true" className="text-danger">
        {' *'}
      </span>
    </>
  );
}
