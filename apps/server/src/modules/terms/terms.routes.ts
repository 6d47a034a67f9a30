import { agreeTerms as agreeTermsCall, readTerms as readTermsCall } from '@btbc/contract/terms.ts'

import type { Serve } from '#http/serve.ts'

import type { FollowedTerms } from './followed-terms.ts'
import { agreeTerms, readTerms } from './terms.ts'

export function serveTerms(serve: Serve, terms: FollowedTerms): void {
  serve(readTermsCall, ({ tx, language, now }) => readTerms(tx, { terms, language, now }))
  serve(agreeTermsCall, ({ tx, request: { version }, caller, now, wallNow }) =>
    agreeTerms(tx, { terms, version, caller, now, wallNow }),
  )
}
