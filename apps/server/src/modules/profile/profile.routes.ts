import type { Serve } from '#http/serve.ts'

import { readCenter, readInfo } from './profile.ts'

export function serveProfile(serve: Serve): void {
  serve('/user/info', ({ tx, caller, language, now }) =>
    readInfo(tx, { memberId: caller.memberId, language, now }),
  )
  serve('/user/center', ({ tx, caller, language }) =>
    readCenter(tx, { memberId: caller.memberId, language }),
  )
}
