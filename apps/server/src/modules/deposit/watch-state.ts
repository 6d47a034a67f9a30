import type { Db } from '@btbc/database/database.ts'
import type { Hash } from 'viem'

import { type Chain, coinIds } from '#chain/chain.ts'
import { callOperators } from '#modules/operator/index.ts'
import { stopCurrency } from '#modules/stop/stop.ts'

/** How far was looked, and whether looking has stopped. */

export type Watch = { finalBlock: bigint; finalHash: Hash; haltedReason: string | undefined }

/** Where the watcher stands; the first time, at the block before which nothing of ours happened. */
export async function openWatch(db: Db, chain: Chain, now: Date): Promise<Watch> {
  const known = await readWatch(db)
  if (known) return known
  const { hash } = await chain.rpc.getBlock({ blockNumber: chain.fromBlock })
  await db
    .insertInto('deposit_watch')
    .values({
      head_block: chain.fromBlock,
      final_block: chain.fromBlock,
      final_hash: hash,
      looked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const opened = await readWatch(db)
  if (!opened) throw new Error('the watch of deposits could not be opened')
  return opened
}

async function readWatch(db: Db): Promise<Watch | undefined> {
  const row = await db.selectFrom('deposit_watch').selectAll().executeTakeFirst()
  if (!row) return undefined
  return {
    finalBlock: row.final_block,
    finalHash: row.final_hash as Hash,
    haltedReason: row.halted_reason ?? undefined,
  }
}

/**
 * What was final has changed: nothing the chain says is believed, and nothing leaves, until a person
 * has looked. Operators are called here, for a coin that is stopped already calls nobody any more.
 */
export async function halt(
  db: Db,
  { now, wallNow, reason }: { now: Date; wallNow: Date; reason: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const halted = await tx
      .updateTable('deposit_watch')
      .set({ halted_at: now, halted_reason: reason })
      .where('halted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    const stopped = `A final block has changed: ${reason}`
    for (const currency of coinIds) await stopCurrency(tx, { currency, reason: stopped, now })
    if (halted === undefined) return
    const subject = 'deposits are not looked for, and withdrawals of every coin are stopped'
    const text = `${stopped}. No deposit is seen or credited until two operators let the watcher go on, in the console under Overview. Withdrawals of every coin are stopped until two operators let each go again, there as well.`
    await callOperators(tx, { subject, text, now: wallNow })
  })
}
