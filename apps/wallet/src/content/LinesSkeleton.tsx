import { Skeleton } from '@btbc/ui/Skeleton.tsx'

/** Six lines of text to come. */
export function LinesSkeleton() {
  return (
    <div aria-hidden className="grid gap-3 py-1">
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-10/12" />
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-7/12" />
    </div>
  )
}
