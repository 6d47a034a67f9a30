import { openDatabase } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import { EMBEDDED_CHAIN_ID } from '#chain/anvil.ts'
import { type Coins, createChain } from '#chain/chain.ts'
import { readHead } from '#chain/head.ts'
import { openKeys } from '#chain/keys.ts'
import { readPin } from '#chain/pin.ts'
import { createSigner } from '#chain/signer.ts'
import { signerSteps } from '#chain/turn.ts'
import { openingCustody } from '#chain/custody.ts'
import { withdrawalPurpose } from '#modules/withdrawal/chain/withdrawal-transaction.ts'

/**
 * One turn of the signer in a process of its own, which ends itself with SIGKILL at the step it is
 * told. Run by tests only: database, node, seed and step come as one JSON argument.
 */
const Task = z.object({
  database: z.string(),
  node: z.string(),
  seed: z.string(),
  dieAt: z.optional(z.enum(signerSteps)),
  now: z.string(),
})

const task = Task.parse(JSON.parse(process.argv[2] ?? ''))
const db = openDatabase(task.database, { connectionsMax: 2 })
const pin = await readPin(db)
if (!pin) throw new Error('the chain is not pinned')
const coins: Coins = pin.coins
const chain = createChain({
  url: task.node,
  chainId: EMBEDDED_CHAIN_ID,
  kind: 'embedded',
  keys: openKeys(Buffer.from(task.seed, 'hex')),
  coins,
  fromBlock: pin.fromBlock,
  opening: openingCustody,
})
const signer = createSigner({
  db,
  chain,
  purposes: { withdrawal: withdrawalPurpose },
  owner: 'the process that dies',
  report: (error) => {
    throw error
  },
  reached: (step) => {
    if (step === task.dieAt) process.kill(process.pid, 'SIGKILL')
  },
})
const now = new Date(task.now)
await signer.run({ now, wallNow: now, head: await readHead(chain) })
await db.destroy()
