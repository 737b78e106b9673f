import { Skeleton } from '../../ui/skeleton.tsx';

/** The placeholder of a product card that is loading, with the same layout. */
export function ProductSkeleton() {
  return (
    <div className="flex h-full flex-col">
      <Skeleton className="aspect-4/5" />
      <Skeleton className="mt-4 h-7 w-3/4 dense:mt-2.5 dense:h-6" />
      <Skeleton className="mt-2 mb-2 h-5 w-1/3" />
      <Skeleton className="h-5 w-1/2" />
      <div className="mt-auto flex gap-2 pt-4 dense:flex-col dense:gap-1 dense:pt-3">
        <Skeleton className="h-11 flex-1 dense:h-9 dense:flex-none" />
        <Skeleton className="h-11 w-28 dense:h-9 dense:w-full" />
      </div>
    </div>
  );
}
