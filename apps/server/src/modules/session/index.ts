/** The door of session: what other rooms use of it. */

export {
  type SessionCaller,
  disbelieve,
  endSessions,
  isOutdone,
  listOpenSessions,
  lockCaller,
  openSession,
} from './session.ts'
export { ownAddress } from './asked-codes.ts'
export { findUnread, isCaptchaRight, type Unread, useCaptcha, spendTyped } from './captcha.ts'
export {
  type CodeRow,
  type CodeTry,
  RESEND_S,
  countTry,
  readCodeState,
  redeemCode,
  sendCode,
  tryCode,
  useCode,
} from './codes.ts'
export { forgiveLogins, refuseFrozenLogin } from './login.ts'
export { countPresentPassword, refuseLockedPassword } from './present-password.ts'
export { type SendLimits, sendLimitsOf } from './send-limits.ts'
