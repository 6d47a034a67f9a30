import type { ReactNode } from 'react'

export type ReceiptLine = { label: string; value: ReactNode; note?: ReactNode }

type ReceiptProps = {
  lines: readonly ReceiptLine[]
  /** What it comes to, below the rule. */
  total: ReceiptLine
  /** What follows from it: where it goes, what is left. */
  after?: readonly ReceiptLine[]
}

/** Amount, fee, net: the same picture before every confirmation and after it. */
export function Receipt({ lines, total, after = [] }: ReceiptProps) {
  return (
    <dl className="grid gap-3">
      {lines.map((line) => (
        <Line key={line.label} {...line} />
      ))}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
        <dt>{total.label}</dt>
        <dd className="num ml-auto text-right text-title font-semibold">{total.value}</dd>
      </div>
      {after.map((line) => (
        <Line key={line.label} {...line} />
      ))}
    </dl>
  )
}

function Line({ label, value, note }: ReceiptLine) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-mut">{label}</dt>
      <dd className="num ml-auto min-w-0 text-right">
        {value}
        {note !== undefined && <span className="block text-small text-sub">{note}</span>}
      </dd>
    </div>
  )
}
