import type { Serve } from '#http/serve.ts'

import { readCenter, readInfo } from './profile.ts'

export function serveProfile(serve: Serve): void {
  serve('/user/info', ({ tx, caller, now }) => readInfo(tx, { memberId: caller.memberId, now }))
  serve('/user/center', ({ tx, caller }) => readCenter(tx, caller.memberId))
}
