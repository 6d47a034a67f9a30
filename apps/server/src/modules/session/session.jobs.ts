import type { Sweep } from '#platform/jobs.ts'
import { forgetOldCaptchas } from './captcha.ts'
import { forgetOldCodes } from './codes.ts'
import { forgetOldFailures } from '#platform/failures.ts'
import { forgetOldSessions } from './session.ts'

export const sessionSweeps: readonly Sweep[] = [
  { name: 'forget old sessions', run: (tx, { wallNow }) => forgetOldSessions(tx, wallNow) },
  { name: 'forget old codes', run: (tx, { wallNow }) => forgetOldCodes(tx, wallNow) },
  { name: 'forget old captchas', run: (tx, { wallNow }) => forgetOldCaptchas(tx, wallNow) },
  { name: 'forget old failures', run: (tx, { wallNow }) => forgetOldFailures(tx, wallNow) },
]
