import type { Statement } from '@btbc/database/database.ts'
import type { BalanceRow } from '@btbc/ledger/lock.ts'

import type { TouchedAccount } from './balances.ts'
import type { Batch, Parts } from './batch.ts'
import { settlementOf } from './batch-settlement.ts'
import type { Draft } from './commands.ts'
import { isOpen } from './engine-order.ts'
import type { BalanceChange } from '../exchange.ts'
import type { MarketState } from './market-state.ts'
import { type Views, viewsOf } from './published.ts'
import { type Command, run } from './queue.ts'
import type { ExchangeStore } from './store.ts'

/** A batch that is matched in memory: what is left is to commit it and to tell of it. */
export type MatchedBatch = {
  commands: readonly Command[]
  batch: Batch
  drafts: Draft[][]
  views: Views
  /** Absent when nothing came of it but refusals. */
  settlement?: WrittenSettlement
}

type WrittenSettlement = {
  statement: Statement
  /** The sequence that each market has once it is committed. */
  sequences: ReadonlyMap<number, number>
  /** Accounts that are certainly open once it is committed. */
  opens: readonly number[]
  /** Accounts of members who want to hear of them. */
  wanted: readonly TouchedAccount[]
}

type MatchParts = Parts & {
  store: Pick<ExchangeStore, 'write'>
  getState: (marketId: number) => MarketState
  /** Tells this batch from others under the same epoch. */
  number: number
  isKnown: (account: number) => boolean
  wantsBalancesOf: (memberId: number) => boolean
}

/** Matches a batch on top of the one before it, committed or not. */
export function matchBatch(
  parts: MatchParts,
  batch: Batch,
  commands: readonly Command[],
): MatchedBatch {
  const drafts = commands.map((command) => {
    try {
      return run(parts, batch, command)
    } catch (error) {
      throw new FaultOf(command, error)
    }
  })
  const work = { commands, batch, drafts, views: viewsOf(batch, drafts) }
  return batch.touched.size === 0 ? work : { ...work, settlement: writeSettlement(parts, batch) }
}

/** A fault of ours at one command of a batch. */
export class FaultOf extends Error {
  readonly command: Command

  constructor(command: Command, cause: unknown) {
    super('A command of the exchange failed', { cause })
    this.command = command
  }
}

/** What the accounts that somebody wants to hear of hold after the commit. */
export function balancesOf(
  wanted: readonly TouchedAccount[],
  rows: readonly BalanceRow[],
): BalanceChange[] {
  const after = new Map(rows.map((row) => [Number(row.id), row]))
  return wanted.flatMap(({ id, memberId, currency }) => {
    const row = after.get(id)
    return row ? [{ memberId, currency, available: row.available, held: row.held }] : []
  })
}

function writeSettlement(parts: MatchParts, batch: Batch): WrittenSettlement {
  const settlement = settlementOf(batch, parts)
  const { markets, unopened } = settlement
  const statement = parts.store.write(settlement)
  // From here on the next batch counts on it.
  for (const { marketId, sequence } of markets) parts.getState(marketId).matched = sequence
  for (const order of batch.touched.keys()) order.isStored = isOpen(order)
  return {
    statement,
    sequences: new Map(markets.map(({ marketId, sequence }) => [marketId, sequence])),
    opens: unopened,
    wanted: [...batch.balances.touched()].filter(
      ({ memberId, availableChange, heldChange }) =>
        (availableChange !== 0n || heldChange !== 0n) && parts.wantsBalancesOf(memberId),
    ),
  }
}
