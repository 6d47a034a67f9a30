import type { Db, Tx } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { auditAtOneMoment, type Finding } from '@btbc/ledger/audit.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { findUnposted, sumPosted } from '@btbc/ledger/posted.ts'
import { sql } from 'kysely'

import { type CoinId, coinIds } from '#chain/chain.ts'

/**
 * What came in from the chain against the books, recomputed from the rows: each transfer is in them
 * once, with its amount and for its member, and nothing is in them that no transfer stands behind (I10).
 */

const FINDINGS_MAX = 20

export async function auditTransfers(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, findUnbooked)
}

/** The same within a transaction. */
export async function findUnbooked(tx: Tx): Promise<Finding[]> {
  const deposits = await findUnposted(tx, {
    kinds: ['deposit.seen', 'deposit.credited'],
    awaited: sql`
      select format('deposit:%s:seen', id) as key, currency, amount, null::integer as member_id
      from deposit where state in ('final', 'credited') and amount > 0
      union all
      select format('deposit:%s:credited', id), currency, amount, member_id
      from deposit where state = 'credited' and amount > 0`,
    most: FINDINGS_MAX,
  })
  const findings = deposits.map((detail) => ({
    rule: 'I10 a deposit is in the books once when final and once when it counts',
    detail,
  }))
  findings.push(...(await findMiscut(tx)))
  const posted = await sumPosted(tx, 'arrival.booked')
  for (const coin of coinIds) {
    const { arrived, under_way: underWay } = await readDue(tx, coin)
    const inBooks = posted.get(coin) ?? 0n
    if (inBooks !== arrived) {
      const rule = 'I10 what strangers sent is in the books as far as it was booked'
      findings.push({
        rule,
        detail: `currency ${coin}: ${arrived} booked, ${inBooks} in the books`,
      })
    }
    const { available, held } = await balanceOf(tx, houseAccount('suspense', coin))
    const kept = available + held
    if (kept !== arrived + underWay) {
      const rule = 'I10 suspense is what is on its way, and what strangers sent'
      const detail = `currency ${coin}: ${kept} in suspense instead of ${arrived + underWay}`
      findings.push({ rule, detail })
    }
  }
  return findings
}

/** What is kept of amounts that were floored, against each of them. */
async function findMiscut(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ currency: number; kept: bigint; cut: bigint }>`
    select currency, coalesce(kept.on_chain, 0) as kept, coalesce(came.cut, 0) as cut
    from cut_off kept full join (
      select currency, sum(cut_off_of(state, on_chain, amount)) as cut from (
        select currency, state, on_chain, amount from deposit
        union all
        select currency, state, on_chain, amount from arrival
      ) each_one group by currency
    ) came using (currency)
    where coalesce(kept.on_chain, 0) <> coalesce(came.cut, 0)`.execute(tx)
  return rows.map(({ currency, kept, cut }) => ({
    rule: 'I10 what custody has more for floored amounts is what was cut off',
    detail: `currency ${currency}: ${kept} kept instead of ${cut}`,
  }))
}

async function readDue(tx: Tx, coin: CoinId): Promise<{ arrived: bigint; under_way: bigint }> {
  const { rows } = await sql<{ arrived: bigint; under_way: bigint }>`
    select
      (select coalesce(sum(amount), 0)::bigint from arrival
        where currency = ${coin} and state = 'booked') as arrived,
      (select coalesce(sum(amount), 0)::bigint from deposit
        where currency = ${coin} and state = 'final')
      + (select coalesce(sum(amount), 0)::bigint from withdrawal
        where currency = ${coin} and state in ('processing', 'sent')) as under_way`.execute(tx)
  const [due] = rows
  if (!due) throw new Error('an aggregate answered nothing')
  return due
}
