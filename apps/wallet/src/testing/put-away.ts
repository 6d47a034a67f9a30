import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'

/** Takes off what is shown, and waits until the history has let go of what lay over the page. */
export async function putAway(): Promise<void> {
  cleanup()
  await letGo()
}

/** Waits until the history has let go of what lay over a page that is put away. */
export async function letGo(): Promise<void> {
  await vi.waitFor(() => {
    const { covers = 0 } = (history.state ?? {}) as { covers?: number }
    if (covers !== 0) throw new Error('the history still stands for a cover')
  }, 60_000)
  // Behind what that asked for.
  await new Promise((done) => setTimeout(done))
}
