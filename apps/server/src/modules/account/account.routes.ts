import type { Serve } from '#http/serve.ts'
import { markWelcomeSeen, setLanguage } from './account.ts'
import { listCountries } from './countries.ts'

export function serveAccount(serve: Serve): void {
  serve('/user/language', async ({ tx, request, caller }) => {
    await setLanguage(tx, caller.memberId, request.lang)
    return {}
  })
  serve('/user/welcome_seen', async ({ tx, caller, now }) => {
    await markWelcomeSeen(tx, caller.memberId, now)
    return {}
  })
  serve('/countries', async ({ request, language }) => listCountries(request.lang ?? language))
}
