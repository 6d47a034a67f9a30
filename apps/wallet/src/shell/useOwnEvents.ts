import { useEffect } from 'react'

import { queryClient, reload } from '#api/query.ts'
import { stored } from '#storage.ts'

let heardAs: string | undefined

/** What is on screen is read again when the server says that it changed, for whoever is logged in. */
export function useOwnEvents(): void {
  const token = stored('token')
  useEffect(() => {
    if (token === undefined) return undefined
    let leave: (() => void) | undefined
    let isOver = false
    void Promise.all([import('#live/live.ts'), import('@btbc/client/own-events.ts')]).then(
      ([{ live }, { followOwnEvents }]) => {
        if (isOver) return
        if (heardAs !== undefined && heardAs !== token) live().reopen()
        heardAs = token
        leave = followOwnEvents(live(), {
          changed: (about) => reload(...about),
          // What could not be had says so, and offers to try again; it does not begin to wait anew.
          missed: () =>
            void queryClient.refetchQueries({
              type: 'active',
              stale: true,
              predicate: ({ state }) => state.status === 'success',
            }),
        })
      },
    )
    return () => {
      isOver = true
      leave?.()
    }
  }, [token])
}
