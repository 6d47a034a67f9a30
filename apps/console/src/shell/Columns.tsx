import type { ReactNode } from 'react'

type ColumnsProps = {
  /** What is done about it, beside it; below it where there is no room. */
  aside: ReactNode
  children: ReactNode
}

/** A screen in two: what there is, and what is done about it. */
export function Columns({ aside, children }: ColumnsProps) {
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid grid-cols-1 content-start gap-6">{children}</div>
      <div className="grid grid-cols-1 content-start gap-6">{aside}</div>
    </div>
  )
}
