import { readProfile, readStanding } from '@btbc/contract/account.ts'

import type { FollowedTerms } from '#modules/terms/index.ts'
import type { Serve, ServeDirect } from '#http/serve.ts'

import { readCenter, readInfo } from './profile.ts'

export function serveProfile(
  { serve, serveDirect }: { serve: Serve; serveDirect: ServeDirect },
  terms: FollowedTerms,
): void {
  serveDirect(readProfile, ({ db, caller, language, now }) =>
    readInfo(db, {
      memberId: caller.memberId,
      termsVersion: terms.current().version,
      language,
      now,
    }),
  )
  serve(readStanding, ({ tx, caller, language, now }) =>
    readCenter(tx, { memberId: caller.memberId, language, now }),
  )
}
