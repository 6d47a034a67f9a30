import { openDatabase } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import { EMBEDDED_CHAIN_ID } from '#chain/anvil.ts'
import { createChain } from '#chain/chain.ts'
import { openingCustody } from '#chain/opening-custody.ts'
import { readHead } from '#chain/head.ts'
import { openKeys } from '#chain/keys.ts'
import { readPin } from '#chain/pin.ts'
import { createSigner } from '#chain/signer.ts'
import { type SignerStep, signerSteps } from '#chain/signer-turn.ts'
import { proofPurpose } from '#modules/proof/log.ts'
import { withdrawalPurpose } from '#modules/withdrawal/chain/withdrawal-transaction.ts'

/** What a signer of a test works on, as one JSON argument can say it. */
export const SignerTask = z.object({
  database: z.string(),
  node: z.string(),
  seed: z.string(),
  dieAt: z.optional(z.enum(signerSteps)),
  now: z.string(),
})
export type SignerTask = z.infer<typeof SignerTask>

/** One turn of a signer that knows nothing but what database and chain say, as after a start. */
export async function signOnce(
  task: SignerTask,
  reached: (step: SignerStep) => void = () => undefined,
): Promise<void> {
  const db = openDatabase(task.database, { connectionsMax: 2 })
  try {
    const pin = await readPin(db)
    if (!pin) throw new Error('the chain is not pinned')
    const chain = createChain({
      url: task.node,
      chainId: EMBEDDED_CHAIN_ID,
      kind: 'embedded',
      keys: openKeys(Buffer.from(task.seed, 'hex')),
      coins: pin.coins,
      fromBlock: pin.fromBlock,
      opening: openingCustody,
    })
    const signer = createSigner({
      db,
      chain,
      purposes: {
        withdrawal: withdrawalPurpose,
        proof_log: proofPurpose(chain),
        proof: proofPurpose(chain),
      },
      owner: 'the process that dies',
      report: (error) => {
        throw error
      },
      reached,
    })
    const now = new Date(task.now)
    await signer.run({ now, wallNow: now, head: await readHead(chain) })
  } finally {
    await db.destroy()
  }
}
