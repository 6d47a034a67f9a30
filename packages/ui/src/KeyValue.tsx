import type { ReactNode } from 'react'

/** Facts by name. */
export function KeyValue({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-1 gap-2">
      {items.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-small text-mut">{label}</dt>
          <dd className="num ml-auto min-w-0 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
