import type { Entry } from '@btbc/ledger/post.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import type { TestServer } from './server.ts'

/** Many members at once, as they are needed where contracts come by the thousand. */

const ENTRIES = 5000
const MEMBERS = 10_000
const { USDT } = currencies

/** Members with a proved address and so many USDT in Spot; answers their ids. */
export async function makeMembers(
  { db, clock }: TestServer,
  { count, coins }: { count: number; coins: bigint },
): Promise<number[]> {
  const ids = await addMembers({ db }, { count })
  await postAll(
    { db },
    ids.map((id) => ({
      key: `given:${id}`,
      kind: 'genesis.sample_granted',
      at: clock.now(),
      memberId: id,
      moves: [
        {
          from: houseAccount('pool:treasury', USDT.id),
          to: memberAccount(id, 'change', USDT.id),
          amount: coins * UNIT,
        },
      ],
    })),
  )
  return ids
}

/** Verified members who have nothing, below an inviter or nobody; answers their ids. */
export async function addMembers(
  { db }: Pick<TestServer, 'db'>,
  { count, inviterId = null }: { count: number; inviterId?: number | null },
): Promise<number[]> {
  const ids: number[] = []
  for (let first = 1; first <= count; first += MEMBERS) {
    const last = Math.min(count, first + MEMBERS - 1)
    const { rows } = await sql<{ id: number }>`
      insert into member (account_number, country, password_hash, extension_code, joined_at,
        verified_at, mail, mail_proved_at, inviter_id)
      select (900000000 + n)::text, 'GB', '-', 'earn' || n, now(), now(),
        'member' || n || '@example.test', now(), ${inviterId}::integer
      from generate_series(${first}::integer, ${last}::integer) n returning id`.execute(db)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** However many entries, in batches. */
export async function postAll(
  { db }: Pick<TestServer, 'db'>,
  entries: readonly Entry[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES) {
    const batch = entries.slice(at, at + ENTRIES)
    await db.transaction().execute((tx) => postBatch(tx, batch))
  }
}
