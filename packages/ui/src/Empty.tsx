import type { ReactNode } from 'react'

/** Nothing here yet: one sentence, and the one thing to do about it. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 px-6 py-8 text-center text-mut">
      <p className="max-w-72">{children}</p>
      {action !== undefined && <div className="w-full max-w-60">{action}</div>}
    </div>
  )
}
