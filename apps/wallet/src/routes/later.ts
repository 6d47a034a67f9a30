import { fetched } from '#routes/fetched.tsx'
import type { LaterScreen } from '#routes/later-screens.ts'

/** A screen whose place is found when it is needed. */
export function later(name: LaterScreen) {
  return fetched(async () => {
    const { loadScreen } = await import('#routes/later-screens.ts')
    return await loadScreen(name)
  }, 'default')
}
