import { randomBytes } from 'node:crypto'

import { parseAmount } from '@btbc/money/amount.ts'

import type { Ground } from '#module.ts'
import { DAY_MS } from '#platform/durations.ts'

import { publishCampaign, writeCampaign } from './campaign.publish.ts'

/** One small campaign for who looks around: it runs from the first start on. */

const DAYS = 30
const VESTS_DAYS = 14

export async function openSampleCampaign({ db, clock }: Ground): Promise<readonly string[]> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const founding = await tx.selectFrom('founding').select('sample').forUpdate().executeTakeFirst()
    const known = await tx.selectFrom('campaign').select('id').limit(1).executeTakeFirst()
    if (known || founding === undefined || founding.sample === 'none') return
    const { id } = await writeCampaign(tx, {
      campaign: campaignFrom(now),
      random: randomBytes,
      now,
    })
    await publishCampaign(tx, id, now)
  })
  return []
}

function campaignFrom(now: Date) {
  const ends = new Date(now.getTime() + DAYS * DAY_MS)
  return {
    title: 'Invite a friend',
    rules: 'Of the sample data: the app says its rules in eight languages.',
    isSample: true,
    starts_at: now,
    ends_at: ends,
    vests_at: new Date(ends.getTime() + VESTS_DAYS * DAY_MS),
    prizes: [
      { kind: 'place' as const, low: 1, most: 1, usdt: units('20'), btbc: units('100') },
      { kind: 'place' as const, low: 2, high: 3, most: 2, usdt: units('10'), btbc: units('50') },
      { kind: 'tier' as const, low: 3, most: 50, usdt: 0n, btbc: units('20') },
      { kind: 'invite' as const, low: 1, most: 500, usdt: 0n, btbc: units('2') },
      {
        kind: 'draw' as const,
        low: 1,
        high: 2,
        most: 5,
        usdt: units('1'),
        usdt_most: units('5'),
        btbc: units('10'),
      },
      { kind: 'claim' as const, low: 1, most: 100, usdt: 0n, btbc: units('5') },
    ],
  }
}

function units(text: string): bigint {
  const amount = parseAmount(text)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}
