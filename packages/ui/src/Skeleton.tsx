import { clsx } from 'clsx'

/** A place kept at its final size; give the height by class. Seen only when loading takes 150 ms. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx('skeleton rounded-card', className)} />
}
