import type { Db, Statement } from '@btbc/database/database.ts'

import { type Committer, openCommitter } from './committer.ts'
import { type Lease, openRenewing, releaseLease, takeLease } from './lease.ts'
import { drawBlock } from './order-numbers.ts'
import { type Settlement, settleStatement } from './settlement.ts'
import { readMarket, type StoredMarket } from './stored-book.ts'
import type { MarketSteps } from '../markets.ts'

/** All that the engine asks of the database: PostgreSQL in the product, weather of its own in the simulator. */
export type ExchangeStore = {
  openCommitter(): Promise<Committer>
  /** A batch as it will be sent: what it is made of changes with the next one. */
  write(settlement: Settlement): Statement
  /** Every market at once, or none while another owner's lease runs. */
  takeLease(owner: string, marketIds: readonly number[]): Promise<Lease | undefined>
  /** Whether it is still ours. */
  renewLease(lease: Lease): Promise<boolean>
  releaseLease(lease: Lease): Promise<void>
  readMarket(market: MarketSteps): Promise<StoredMarket>
  /** The first of a block of numbers for orders. */
  drawNumbers(): Promise<number>
  /** After the last renewal. */
  close(): Promise<void>
}

export function storeIn(db: Db): ExchangeStore {
  const renewing = openRenewing(db)
  return {
    openCommitter: () => openCommitter(db),
    write: settleStatement,
    takeLease: (owner, marketIds) => takeLease(db, owner, marketIds),
    renewLease: (lease) => renewing.renew(lease),
    releaseLease: (lease) => releaseLease(db, lease),
    readMarket: (market) => readMarket(db, market),
    drawNumbers: () => drawBlock(db),
    close: () => renewing.close(),
  }
}
