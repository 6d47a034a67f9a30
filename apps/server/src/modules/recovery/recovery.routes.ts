import { changeContact as changeContactCall, requestContactCode } from '@btbc/contract/contact.ts'
import {
  changePassword as changePasswordCall,
  resetPassword as resetPasswordCall,
} from '@btbc/contract/session.ts'

import type { Config } from '#config.ts'
import type { Serve } from '#http/serve.ts'
import { sendLimitsOf } from '#modules/session/index.ts'
import type { Passwords } from '#platform/passwords.ts'

import { changeContact, sendContactCode } from './contact.ts'
import { changePassword, prepareChange, prepareReset, resetPassword } from './reset.ts'

export function serveRecovery(
  serve: Serve,
  { passwords, config }: { passwords: Passwords; config: Config },
): void {
  serve(
    resetPasswordCall,
    ({ db, request, ip, wallNow }) => prepareReset(db, { request, ip, passwords, wallNow }),
    async ({ tx, prepared, now, wallNow }) =>
      (await resetPassword(tx, { reset: prepared, now, wallNow })) ?? {},
  )
  serve(
    changePasswordCall,
    ({ db, request, caller, wallNow }) =>
      prepareChange(db, { request, caller, passwords, wallNow }),
    async ({ tx, prepared, caller, wallNow }) =>
      (await changePassword(tx, { change: prepared, caller, wallNow })) ?? {},
  )
  serve(requestContactCode, ({ caller: { memberId }, ...context }) =>
    sendContactCode(context.tx, {
      ...context,
      memberId,
      limits: sendLimitsOf(config, context.from),
    }),
  )
  serve(changeContactCall, async ({ tx, request, caller, confirm, now, wallNow }) => {
    await changeContact(tx, { request, caller, confirm, now, wallNow })
    return {}
  })
}
