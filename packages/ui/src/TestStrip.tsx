import { useWords } from '#words.ts'

/** The mark that no screen can lose: on top of everything, scrims included; it cannot be closed. */
export function TestStrip() {
  const words = useWords()
  return (
    // A landmark, so that who moves by landmarks meets it too.
    <aside className="test-mark">
      <p role="note" className="flex min-h-[1.6875rem] items-center justify-center py-0.5">
        <span aria-hidden>◇&nbsp;</span>
        {words.testStrip}
      </p>
    </aside>
  )
}
