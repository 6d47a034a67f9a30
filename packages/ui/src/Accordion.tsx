import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'

type AccordionProps = { items: readonly { title: string; body: ReactNode }[] }

/** Questions that open in place, one at a time; the browser's own element, found by page search. */
export function Accordion({ items }: AccordionProps) {
  const name = useId()
  return (
    <div className="card divide-y divide-line">
      {items.map(({ title, body }) => (
        <details key={title} name={name} className="group px-4">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 py-3 font-semibold [&::-webkit-details-marker]:hidden">
            {title}
            <ChevronDown
              size={18}
              aria-hidden
              className="shrink-0 text-mut transition-transform group-open:rotate-180"
            />
          </summary>
          <div className="pb-4 text-mut">{body}</div>
        </details>
      ))}
    </div>
  )
}
