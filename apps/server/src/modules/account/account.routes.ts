import {
  markWelcomeSeen as markWelcomeSeenCall,
  setLanguage as setLanguageCall,
} from '@btbc/contract/account.ts'
import { listCountries as listCountriesCall } from '@btbc/contract/news.ts'

import type { Serve } from '#http/serve.ts'
import { markWelcomeSeen, setLanguage } from './account.ts'
import { listCountries } from './countries.ts'

export function serveAccount(serve: Serve): void {
  serve(setLanguageCall, async ({ tx, request, caller }) => {
    await setLanguage(tx, caller.memberId, request.lang)
    return {}
  })
  serve(markWelcomeSeenCall, async ({ tx, caller, now }) => {
    await markWelcomeSeen(tx, caller.memberId, now)
    return {}
  })
  serve(listCountriesCall, async ({ request, language }) => listCountries(request.lang ?? language))
}
