// @vitest-environment jsdom
import { Done } from '@btbc/ui/Done.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

function Making({ leadsTo }: { leadsTo?: string }) {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Make
      </button>
      {made && leadsTo !== undefined && <Done title={leadsTo} />}
      <Sheet title="Sure?" open={open} onOpenChange={setOpen}>
        <button
          type="button"
          onClick={() => {
            setOpen(false)
            setMade(true)
          }}
        >
          Yes
        </button>
      </Sheet>
    </>
  )
}

test.each([
  { leadsTo: 'Made', focused: { role: 'heading', name: 'Made' } },
  { focused: { role: 'button', name: 'Make' } },
])(
  'what a sheet led to keeps the focus, which else goes back to its opener: $focused.name',
  async ({ focused: { role, name }, ...each }) => {
    await shown(<Making {...each} />)
    const opener = screen.getByRole('button', { name: 'Make' })
    opener.focus()
    fireEvent.click(opener)
    fireEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })))
    // It stays there: the focus of an opener is given back in its own time.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(document.activeElement).toBe(screen.getByRole(role, { name }))
  },
)
