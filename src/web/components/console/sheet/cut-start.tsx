/** A text whose beginning is cut where it does not fit: the end tells SKUs of a product apart. */
export function CutStart({ text, isMade = false }: { text: string; isMade?: boolean }) {
  return (
    // The direction cuts the left side, and `bdi` keeps the text itself as it is.
    <span dir="rtl" className={isMade ? 'truncate text-ink-soft' : 'truncate'}>
      <bdi dir="ltr">{text}</bdi>
    </span>
  );
}
