import type { Serve, ServeDirect } from '#http/serve.ts'

import { readCenter, readInfo } from './profile.ts'

export function serveProfile({
  serve,
  serveDirect,
}: {
  serve: Serve
  serveDirect: ServeDirect
}): void {
  serveDirect('/user/info', ({ db, caller, language, now }) =>
    readInfo(db, { memberId: caller.memberId, language, now }),
  )
  serve('/user/center', ({ tx, caller, language }) =>
    readCenter(tx, { memberId: caller.memberId, language }),
  )
}
