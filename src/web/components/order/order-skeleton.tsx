import { Skeleton } from '../../ui/skeleton.tsx';

/** The placeholder of an order that is loading. */
export function OrderSkeleton() {
  return (
    <div className="rounded-panel border border-line bg-surface p-5 md:p-7">
      <Skeleton className="h-8 w-1/3" />
      <Skeleton className="mt-6 h-24" />
      <Skeleton className="mt-6 h-11 w-1/2" />
    </div>
  );
}
