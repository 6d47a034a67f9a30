import type { Db } from '@btbc/database/database.ts'

import { followOpen } from './follow.ts'
import { coverGas } from './gas.ts'
import { fillGaps } from './gaps.ts'
import { type Head, noteProgress } from './head.ts'
import { fence, releaseLease, holdLease, LeaseLost, type SignerLease } from './lease.ts'
import { signQueued } from './signing.ts'
import { createStrayCheck, type StrayCheck } from './strays.ts'
import type { SignerParts, SignerTurn } from './signer-turn.ts'
import type { ChainWork } from './works.ts'

/**
 * Signs, sends and follows what is queued: sign, write down bytes, hash and nonce, commit, and only
 * then send. What is unknown stays unknown until a final block says what became of it.
 */

export const SIGNER = 'transactions'

export function createSigner(parts: SignerParts): ChainWork {
  const { db, owner } = parts
  let held: SignerLease | undefined
  let place = 0n
  const strays = createStrayCheck()
  return {
    name: SIGNER,
    async run({ now, wallNow, head }) {
      held = await holdLease(db, owner, held)
      if (!held || (await isBehind(db, head))) return
      try {
        place = await takeTurn({ ...parts, lease: held, now, wallNow, head }, strays, place)
      } catch (error) {
        // The other one goes on from here.
        if (!(error instanceof LeaseLost)) throw error
        held = undefined
      }
    },
    stop: () => releaseLease(db, owner),
  }
}

/** Answers behind which row the next turn begins to follow. */
async function takeTurn(turn: SignerTurn, strays: StrayCheck, after: bigint): Promise<bigint> {
  const { stoppedAt, isAllSettled } = await followOpen(turn, { after, states: ['signed', 'sent'] })
  await fillGaps(turn)
  const isAllKnown = await strays.isDone(turn)
  if (isAllKnown) await signQueued(turn)
  await followOpen(turn, { after: 0n, states: ['signed'] })
  if (isAllSettled && isAllKnown) await settledUpTo(turn)
  await coverGas(turn)
  return stoppedAt
}

async function settledUpTo({ db, lease, head }: SignerTurn): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    await noteProgress(tx, SIGNER, head.final)
  })
}

/** A node that knows less than was known before is not asked about nonces. */
async function isBehind(db: Db, head: Head): Promise<boolean> {
  const row = await db
    .selectFrom('chain_progress')
    .select('block')
    .where('work', '=', SIGNER)
    .executeTakeFirst()
  return row !== undefined && head.latest < row.block
}
