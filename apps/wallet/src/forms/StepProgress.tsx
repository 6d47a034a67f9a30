import { useEffect, useRef } from 'react'

import { useText } from '#i18n/text.ts'

/** Where one is in a form of two steps. A new step takes the focus, so that it is read out. */
export function StepProgress({ step, title }: { step: 1 | 2; title: string }) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    scrollTo(0, 0)
    // What is wrong on a step takes the focus before its heading.
    if (!document.querySelector('[aria-invalid="true"]'))
      heading.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-1.5" aria-hidden>
        <span className="h-1 rounded-chip bg-acf" />
        <span className={step === 2 ? 'h-1 rounded-chip bg-acf' : 'h-1 rounded-chip bg-s3'} />
      </div>
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        <span className="num text-small text-mut">{t('session.stepOf', { step })}</span>
        <span className="block text-section font-semibold">{title}</span>
      </h2>
    </div>
  )
}
