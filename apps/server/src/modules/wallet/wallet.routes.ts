import type { Serve } from '#http/serve.ts'

import { listWallets } from './wallet.ts'

export function serveWallet(serve: Serve): void {
  serve('/wallet/list', ({ tx, caller: { memberId } }) => listWallets(tx, { memberId }))
}
