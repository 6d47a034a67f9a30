import { openDatabase } from '@btbc/database/database.ts'
import { digestLines } from '@btbc/ledger/digest.ts'

import { type Grown, growTree, type Growth } from './grow.ts'

/**
 * The process in which statements are digested and trees grow, as grower.ts asks: hashing millions of
 * nodes is not done where orders are matched, and waits for whoever has more to do.
 */

export type Asked = { digest: { url: string } } | { grow: { url: string; growth: Growth } }
export type Answered = { ready: true } | { done: Grown | number } | { failed: string }

process.on('message', (asked: Asked) => {
  work(asked)
    .then((done) => answer({ done }))
    .catch((error: unknown) => answer({ failed: String(error) }))
})
process.on('disconnect', () => process.exit())
answer({ ready: true })

function answer(answered: Answered): void {
  process.send?.(answered)
}

async function work(asked: Asked): Promise<Grown | number> {
  const { url } = 'digest' in asked ? asked.digest : asked.grow
  const db = openDatabase(url, { connectionsMax: 2 })
  try {
    if ('digest' in asked) return await digestLines(db)
    const { growth } = asked.grow
    return await growTree(db, { ...growth, key: Buffer.from(growth.key) })
  } finally {
    await db.destroy()
  }
}
