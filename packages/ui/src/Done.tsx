import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** It has been done: the heading takes the focus, since the button that was pressed is gone. */
export function Done({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-center gap-2 py-2 text-center">
      <CircleCheck size={48} aria-hidden className="text-up" />
      <h3 ref={heading} tabIndex={-1} className="text-title font-semibold outline-none">
        {title}
      </h3>
      {children}
    </div>
  )
}
