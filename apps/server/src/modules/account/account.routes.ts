import type { Serve } from '#http/serve.ts'
import { markWelcomeSeen, setLanguage } from './account.ts'
import { listCountries } from './countries.ts'
import { readCenter, readInfo } from '#modules/profile/profile.ts'
import { addInviter, rememberVisit } from '#modules/team/invites.ts'
import { verifyAddress } from '#modules/joining/verify.ts'

export function serveAccount(serve: Serve): void {
  serve('/user/info', ({ tx, caller, now }) => readInfo(tx, { memberId: caller.memberId, now }))
  serve('/user/center', ({ tx, caller }) => readCenter(tx, caller.memberId))
  serve('/user/verify', ({ tx, request, caller, now, wallNow }) =>
    verifyAddress(tx, { request, memberId: caller.memberId, now, wallNow }),
  )
  serve('/user/extension_code', ({ tx, request, caller, now, wallNow }) => {
    const { memberId } = caller
    return addInviter(tx, { memberId, extensionCode: request.extension_code, now, wallNow })
  })
  serve('/user/visit', ({ tx, request, now }) =>
    rememberVisit(tx, { visitor: request.visitor, extensionCode: request.extension_code, now }),
  )
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
