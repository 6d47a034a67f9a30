import { readHome as readHomeCall } from '@btbc/contract/home.ts'

import type { FollowedTerms } from '#modules/terms/index.ts'
import type { ServeDirect } from '#http/serve.ts'

import { readHome } from './home.ts'

/** As many as the call of the team lists by itself. */
const LISTED = 50

export function serveHome(
  serve: ServeDirect,
  { hasChain, terms }: { hasChain: boolean; terms: FollowedTerms },
): void {
  serve(readHomeCall, ({ db, caller: { memberId }, language, now }) =>
    readHome(db, {
      memberId,
      termsVersion: terms.current().version,
      language,
      now,
      hasChain,
      listed: LISTED,
    }),
  )
}
