import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}

/** Several lists in one place; arrows move between the tabs. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const here = tabs.findIndex((tab) => tab.value === value)
    const next = (here + step + tabs.length) % tabs.length
    const chosen = tabs[next]
    if (!chosen) return
    onChange(chosen.value)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <section aria-label={label}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex flex-wrap gap-x-4 border-b min-[22rem]:gap-x-6 border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={move}
            className="-mb-px min-h-11 min-w-11 border-b-2 border-transparent text-mut aria-selected:border-ac aria-selected:text-tx"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </section>
  )
}
