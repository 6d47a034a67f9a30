import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type EmptyProps = {
  children: ReactNode
  action?: ReactNode
  /** In a card of its own. */
  card?: boolean
}

/** Nothing here yet: one sentence, and the one thing to do about it. */
export function Empty({ children, action, card = false }: EmptyProps) {
  return (
    <div
      className={clsx(
        'grid justify-items-center gap-4 px-6 py-8 text-center text-mut',
        card && 'card',
      )}
    >
      <p className="max-w-72">{children}</p>
      {action !== undefined && <div className="w-full max-w-72">{action}</div>}
    </div>
  )
}
