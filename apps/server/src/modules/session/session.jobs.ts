import type { Sweep } from '#jobs/jobs.ts'
import { forgetOldCaptchas } from '#modules/session/captcha.ts'
import { forgetOldCodes } from '#modules/session/codes.ts'
import { forgetOldFailures } from '#modules/session/failures.ts'
import { forgetOldSessions } from '#modules/session/session.ts'

export const sessionSweeps: readonly Sweep[] = [
  { name: 'forget old sessions', run: (tx, { wallNow }) => forgetOldSessions(tx, wallNow) },
  { name: 'forget old codes', run: (tx, { wallNow }) => forgetOldCodes(tx, wallNow) },
  { name: 'forget old captchas', run: (tx, { wallNow }) => forgetOldCaptchas(tx, wallNow) },
  { name: 'forget old failures', run: (tx, { wallNow }) => forgetOldFailures(tx, wallNow) },
]
