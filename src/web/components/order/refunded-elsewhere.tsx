/** Says why a return gives no money back: another refund was for its items. */
export function RefundedElsewhere({ text }: { text: string | null }) {
  return text ? <p className="mt-2 text-sm font-semibold">{text}</p> : null;
}
