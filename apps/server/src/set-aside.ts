import type { Db, Tx } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { type HousePurpose, housePurposes } from '@btbc/ledger/account.ts'
import { type Finding, readAll } from '@btbc/ledger/audit.ts'
import { findMisheld, findUnreserved } from '@btbc/ledger/posted.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { sumAirdropPromises } from '#modules/airdrop/airdrop.ts'
import { sumBankDepositPromises } from '#modules/bank-deposit/bank-deposit.ts'
import { sumCampaignPromises } from '#modules/campaign/campaign.ts'
import { sumFundPromises } from '#modules/fund/fund.ts'
import { sumGatewayPromises } from '#modules/gateway/gateway.ts'
import { sumLockPromises } from '#modules/lock/lock.ts'
import { sumMachinePromises } from '#modules/machine/machine.ts'
import { sumRunPromises } from '#modules/mining/mining.ts'
import { sumPacketPromises } from '#modules/packet/packet.ts'
import { sumPointPromises } from '#modules/points/points.ts'
import { readOwed } from '#modules/rail/index.ts'
import type { Promises } from '#modules/solvency/solvency.ts'
import { sumReferralPromises } from '#modules/team/team.ts'

/**
 * What the house has promised, by the reserve that stands behind it. What is set aside is held against the
 * rows that it is set aside for: each reserve, product by product, so that one with too much hides none
 * with too little; and each hold that stands in the books as a row.
 */

const FINDINGS_MAX = 20
const { BTBC, LAUNCH, USDT } = currencies

type Reserve = Extract<HousePurpose, `reserve:${string}`>

/** A reserve without its line does not compile. */
const reserves: Readonly<Record<Reserve, { rule: string; promised: Promises }>> = {
  'reserve:lock': {
    rule: 'I13 the reserve of locks is what they are promised and not paid',
    promised: only(USDT.id, sumLockPromises),
  },
  'reserve:fund': {
    rule: 'I13 the reserve of funds is what they are promised',
    promised: only(USDT.id, sumFundPromises),
  },
  'reserve:points': {
    rule: 'I14 the reserve of points is what they are worth',
    promised: only(BTBC.id, sumPointPromises),
  },
  'reserve:red_packet': {
    rule: 'I15 the reserve of red packets is what open ones still promise',
    promised: sumPacketPromises,
  },
  'reserve:campaign': {
    rule: 'I21 the reserve of campaigns is what published ones still promise',
    promised: sumCampaignPromises,
  },
  'reserve:airdrop': {
    rule: 'I22 the reserve of airdrops is what they still promise',
    promised: sumAirdropPromises,
  },
  'reserve:run': {
    rule: 'I26 the reserve of runs is the output of open ones',
    promised: only(BTBC.id, sumRunPromises),
  },
  'reserve:machine': {
    rule: 'I26 the reserve of machines is the income they have left',
    promised: only(BTBC.id, sumMachinePromises),
  },
  'reserve:referral': {
    rule: 'I26 the reserve of invites is what inviters are promised and not paid',
    promised: only(LAUNCH.id, sumReferralPromises),
  },
  'reserve:rail': {
    rule: 'I26 the reserve of rails is what deposits that are under way were promised',
    promised: only(USDT.id, sumRailPromises),
  },
}

/**
 * What the house owes and is not yet due, from the rows of each product and not from the reserves. One
 * promise has none: what the treasury owes for payments that nothing was reserved for.
 */
export const promises: Promises = async (tx) => {
  const { owed } = await readOwed(tx)
  const sums = new Map<CurrencyId, bigint>([[USDT.id, owed]])
  for (const { promised } of Object.values(reserves)) {
    for (const [currency, amount] of await promised(tx)) {
      sums.set(currency, (sums.get(currency) ?? 0n) + amount)
    }
  }
  return sums
}

export async function auditReserves(db: Db): Promise<Finding[]> {
  return await atOneMoment(db, async (tx) => {
    await readAll(tx)
    const findings: Finding[] = []
    for (const [purpose, { rule, promised }] of Object.entries(reserves)) {
      const sums = await promised(tx)
      for (const currency of housePurposes[purpose as Reserve].currencies) {
        const sum = sums.get(currency) ?? 0n
        const reserve = { purpose: purpose as Reserve, currency, promised: sum }
        const detail = await findUnreserved(tx, reserve)
        if (detail !== undefined) findings.push({ rule, detail, about: { currency } })
      }
    }
    return findings
  })
}

/** What ended gives its hold back; what is open holds its amount, whole. */
export async function auditHolds(db: Db): Promise<Finding[]> {
  return await atOneMoment(db, async (tx) => {
    await readAll(tx)
    const rule = 'I27 a hold belongs to what is open, with its amount'
    const open = sql`
      select 'withdrawal' as kind, id::bigint as id, member_id, currency, amount
      from withdrawal where state in ('pending', 'approved')
      union all
      select 'bank_withdrawal', id, member_id, ${sql.lit(USDT.id)}, amount
      from bank_withdrawal where state = 'pending'
      union all
      select 'faucet', faucet.id, null, faucet.currency, faucet.amount
      from faucet_grant faucet join chain_transaction sending
        on sending.purpose = 'faucet' and sending.ref_id = faucet.id
      where sending.state in ('queued', 'signed', 'sent')`
    const found = await findMisheld(tx, { open, most: FINDINGS_MAX })
    return found.map((each) => ({ rule, ...each }))
  })
}

/** A promise in one currency. */
function only(currency: CurrencyId, sum: (tx: Tx) => Promise<bigint>): Promises {
  return async (tx) => new Map([[currency, await sum(tx)]])
}

async function sumRailPromises(tx: Tx): Promise<bigint> {
  return (await sumGatewayPromises(tx)) + (await sumBankDepositPromises(tx))
}
