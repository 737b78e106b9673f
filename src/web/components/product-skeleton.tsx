/** Stands in for a product card that is on its way, with the same layout. */
export function ProductSkeleton() {
  const bar = 'rounded-control bg-tint';
  return (
    <div className="flex h-full animate-pulse flex-col motion-reduce:animate-none">
      <div className="aspect-4/5 rounded-card bg-tint" />
      <div className={`mt-4 h-7 w-3/4 ${bar}`} />
      <div className={`mt-2 mb-2 h-5 w-1/3 ${bar}`} />
      <div className={`h-5 w-1/2 ${bar}`} />
      <div className="mt-auto flex gap-2 pt-4">
        <div className={`h-11 flex-1 ${bar}`} />
        <div className={`h-11 w-28 ${bar}`} />
      </div>
    </div>
  );
}
