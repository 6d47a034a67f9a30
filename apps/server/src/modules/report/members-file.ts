import { exportMemberBalances, MEMBER_EXPORTS_PER_HOUR } from '@btbc/contract/operator/report.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { tryLockWork } from '@btbc/database/locks.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { endOfDay, type MemberBalance, readMemberBalances } from '@btbc/ledger/days.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import { getCurrency } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { writeFileIn, type WrittenFile } from '#platform/written-file.ts'
import { countActions } from '#modules/operator/index.ts'
import { HOUR_MS } from '#platform/durations.ts'

import { csvLine, refuseAhead } from './report.ts'

/**
 * The balances of all members, as a file. It reads every account and holds one snapshot of the database
 * as long as that takes: so the house writes one at a time, whichever server is asked, and nobody asks
 * for one after the other.
 */

const MEMBERS_AT_ONCE = 5_000

type Asked = { day: string; operatorId: number; now: Date; wallNow: Date; folder: string }

/** What every member had at the end of a day, of today as far as it is kept, all of one moment. */
export async function writeMembersFile(db: Db, asked: Asked): Promise<WrittenFile> {
  const { day, now, folder } = asked
  refuseAhead(day, now)
  return await writeFileIn(folder, `btbc-test-members-${day}.csv`, async (add) => {
    await atOneMoment(db, async (tx) => {
      await refuseSecond(tx)
      await refuseMany(tx, asked)
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local enable_hashjoin = on`.execute(tx)
      const books = await endOfDay(tx, day)
      const through = books?.entryId ?? 0n
      await add(csvLine(['books', books?.hash ?? '', 'entry', `${through}`, '']))
      await add(csvLine(['member', 'account', 'currency', 'available', 'held']))
      for await (const some of readMemberBalances(tx, { through, atOnce: MEMBERS_AT_ONCE })) {
        await add(some.map(memberLine).join(''))
      }
    })
  })
}

async function refuseSecond(tx: Tx): Promise<void> {
  if (!(await tryLockWork(tx, 'membersFile'))) throw new Refusal('export_running')
}

async function refuseMany(tx: Tx, { operatorId, wallNow }: Asked): Promise<void> {
  const action = exportMemberBalances.path.slice(1).replaceAll('/', '.')
  const since = new Date(wallNow.getTime() - HOUR_MS)
  if ((await countActions(tx, { operatorId, action, since })) >= MEMBER_EXPORTS_PER_HOUR) {
    throw new Refusal('export_limit', { limit: MEMBER_EXPORTS_PER_HOUR })
  }
}

function memberLine({ memberId, purpose, currency: id, available, held }: MemberBalance): string {
  const { code, scale } = getCurrency(id)
  return csvLine([memberId, purpose, code, plainAmount(available, scale), plainAmount(held, scale)])
}
