import { followOwnEvents } from '@btbc/client/own-events.ts'

import { queryClient, reload } from '#api/query.ts'
import { tellChosenLanguage } from '#chosen-language.ts'
import { live } from '#live/live.ts'

let heardAs: string | undefined

/** For as long as a member is logged in: what the server says has changed is read again. Answers how to stop. */
export function followMember(token: string): () => void {
  if (heardAs !== undefined && heardAs !== token) live().reopen()
  heardAs = token
  void tellChosenLanguage()
  return followOwnEvents(live(), {
    changed: (about) => reload(...about),
    // What could not be had says so, and offers to try again; it does not begin to wait anew.
    missed: () =>
      void queryClient.refetchQueries({
        type: 'active',
        stale: true,
        predicate: ({ state }) => state.status === 'success',
      }),
  })
}
