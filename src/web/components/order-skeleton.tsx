/** Stands in for an order that is on its way. */
export function OrderSkeleton() {
  return (
    <div className="animate-pulse rounded-panel border border-line bg-surface p-5 motion-reduce:animate-none md:p-7">
      <div className="h-8 w-1/3 rounded-control bg-tint" />
      <div className="mt-6 h-24 rounded-control bg-tint" />
      <div className="mt-6 h-11 w-1/2 rounded-control bg-tint" />
    </div>
  );
}
