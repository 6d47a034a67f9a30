import { type Db, openInBackground } from '@btbc/database/database.ts'
import type { Behind } from '@btbc/database/stand-back.ts'
import { digestLines } from '@btbc/ledger/digest.ts'

import { type Grown, growTree, type Growth, readMembers, type Reading } from './grow.ts'

/**
 * The process in which statements are digested and a tree grows, as grower.ts asks: hashing millions of
 * nodes is not done where orders are matched, and waits for whoever has more to do.
 */

export type Asked =
  | { open: { url: string; standsBack: Behind | undefined } }
  | { digest: true }
  | { read: Reading }
  | { grow: Growth }
export type Answered = { done: Grown | number } | { failed: string }

let open: { reader: Db; writer: Db } | undefined
let members = 0

process.on('message', (asked: Asked) => {
  work(asked)
    .then((done) => answer({ done }))
    .catch((error: unknown) => answer({ failed: String(error) }))
})
process.on('disconnect', () => process.exit())
answer({ done: 0 })

function answer(answered: Answered): void {
  // Whoever asked may be gone.
  process.send?.(answered, undefined, undefined, (error) => void (error && process.exit()))
}

async function work(asked: Asked): Promise<Grown | number> {
  if ('open' in asked) {
    const { url, standsBack } = asked.open
    const one = () => openInBackground(url, { connectionsMax: 1, standsBack })
    open = { reader: one(), writer: one() }
    return 0
  }
  if (!open) throw new Error('No database has been named')
  if ('digest' in asked) return await digestLines(open.writer)
  if ('read' in asked) {
    members = await readMembers(open.reader, asked.read)
    return members
  }
  const { key, ...growth } = asked.grow
  return await growTree(open, members, { ...growth, key: Buffer.from(key) })
}
