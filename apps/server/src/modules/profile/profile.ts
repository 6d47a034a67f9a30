import type { readProfile, readStanding } from '@btbc/contract/account.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { balancesOfMember } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'

import { getMember } from '#modules/account/index.ts'
import { isInviteOpen } from '#modules/team/index.ts'
import { readReview } from '#modules/identity/identity.ts'
import { countUnreadNotices } from '#modules/news/news.ts'

/** What a member sees of themselves at a glance. */

const SHOWN = [currencies.BTC, currencies.USDT, currencies.BNB, currencies.BTBC]

export async function readInfo(
  db: Db,
  { memberId, language, now }: { memberId: number; language: Language; now: Date },
): Promise<Response<typeof readProfile>> {
  const member = await getMember(db, memberId)
  const review = await readReview(db, { memberId, language })
  return {
    id: member.id,
    account_number: member.account_number,
    email: member.mail ?? '',
    mobile: member.mobile ?? '',
    extension_code: member.extension_code,
    is_seller: 0,
    mykefu: await readSupportLink(db),
    review_status: review.review_status,
    review_reason: review.review_reason,
    change_wallet: { balance: await readSpotBalances(db, memberId) },
    lang: member.language,
    created_at: member.joined_at,
    verified: member.verified_at !== null,
    country: member.country,
    invite_open: isInviteOpen(member, now),
    welcome: member.verified_at !== null && member.welcome_seen_at === null,
    frozen: member.frozen_at !== null,
  }
}

export async function readCenter(
  tx: Tx,
  { memberId, language }: { memberId: number; language: Language },
): Promise<Response<typeof readStanding>> {
  const notices = await countUnreadNotices(tx, memberId)
  const { review_status } = await readReview(tx, { memberId, language })
  return { review_status, unread: { notices, feedback: 0, deals: 0 } }
}

/** The Spot wallet; a currency the member never had is listed with zero. */
async function readSpotBalances(db: Db, memberId: number) {
  const balances = await balancesOfMember(db, memberId)
  return SHOWN.map(({ id, code }) => {
    const balance = balances.find((each) => each.purpose === 'change' && each.currency === id)
    return {
      currency: id,
      currency_name: code,
      change_balance: balance?.available ?? 0n,
      lock_change_balance: balance?.held ?? 0n,
    }
  })
}

/** The first contact of support with an address on the web (Q30), or '' when there is none. */
async function readSupportLink(db: Db): Promise<string> {
  const first = await db
    .selectFrom('contact')
    .select('url')
    .where('url', 'like', 'https://%')
    .orderBy('sorts', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.url ?? ''
}
