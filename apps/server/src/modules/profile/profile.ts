import type { readProfile, readStanding } from '@btbc/contract/account.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Language } from '@btbc/contract/wire.ts'
import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import { type Balance, balancesOfMember } from '@btbc/ledger/balances.ts'

import { getMember, type Member } from '#modules/account/index.ts'
import { countWaiting } from '#modules/deal/index.ts'
import { countUnreadFeedback } from '#modules/feedback/index.ts'
import { type Contact, inLanguage } from '#modules/support/index.ts'
import { isInviteOpen } from '#modules/team/index.ts'
import {
  describeReview,
  NEWEST_REVIEW,
  type NewestReview,
  readReview,
} from '#modules/identity/identity.ts'
import { readWelcomeDue } from '#modules/mining/index.ts'
import { countUnreadNotices } from '#modules/notice/index.ts'
import { inSpot } from '#modules/wallet/index.ts'

/** What a member sees of themselves at a glance. */

export async function readInfo(
  db: Db,
  {
    memberId,
    termsVersion,
    language,
    now,
  }: { memberId: number; termsVersion: number; language: Language; now: Date },
): Promise<Response<typeof readProfile>> {
  const [member, balances] = await Promise.all([
    lookAtMember(db, memberId),
    balancesOfMember(db, memberId),
  ])
  return {
    id: member.id,
    account_number: member.account_number,
    email: member.mail ?? '',
    mobile: member.mobile ?? '',
    extension_code: member.extension_code,
    is_seller: member.is_seller ? 1 : 0,
    mykefu: member.agent?.url ?? member.support_link,
    agent: member.agent && describeAgent(member.agent, language),
    ...describeReview(member.review, language),
    change_wallet: { balance: spotOf(balances) },
    lang: member.language,
    created_at: member.joined_at,
    verified: member.verified_at !== null,
    country: member.country,
    invite_open: isInviteOpen(member, now),
    welcome: member.verified_at !== null && member.welcome_seen_at === null,
    frozen: member.frozen_at !== null,
    terms_due: (member.terms_version ?? 1) < termsVersion,
  }
}

export async function readCenter(
  tx: Tx,
  { memberId, language, now }: { memberId: number; language: Language; now: Date },
): Promise<Response<typeof readStanding>> {
  const notices = await countUnreadNotices(tx, { memberId, now })
  const feedback = await countUnreadFeedback(tx, memberId)
  const { review_status } = await readReview(tx, { memberId, language })
  const member = await getMember(tx, memberId)
  const welcome_grant = (await readWelcomeDue(tx, member)) ?? null
  const welcomed = member.verified_at !== null && welcome_grant !== null
  const deals = await countWaiting(tx, memberId)
  return { review_status, welcomed, welcome_grant, unread: { notices, feedback, deals } }
}

/**
 * The member, their newest review, the contact that is their own, and the first one with an address on
 * the web, or ''.
 */
const LOOK = prepare(
  'profile_look',
  `select id, account_number, mail, mobile, extension_code, language, country, inviter_id, joined_at,
     verified_at, welcome_seen_at, frozen_at, terms_version, is_seller, ${NEWEST_REVIEW} as review, (
     select json_build_object('texts', texts, 'channel', channel, 'number', number, 'url', url)
     from contact where contact.id = member.agent_id and state = 'shown' and is_agent
   ) as agent, coalesce((
     select url from contact where url like 'https://%' and state = 'shown'
     order by sorts desc, id limit 1
   ), '') as support_link
   from unnest($1::integer[]) with ordinality asked (member_id, place)
   join member on member.id = asked.member_id
   order by place`,
)

type Shown = Pick<
  Member,
  | 'id'
  | 'account_number'
  | 'mail'
  | 'mobile'
  | 'extension_code'
  | 'language'
  | 'country'
  | 'inviter_id'
  | 'joined_at'
  | 'verified_at'
  | 'welcome_seen_at'
  | 'frozen_at'
  | 'terms_version'
  | 'is_seller'
>

type Looked = Shown & {
  review: NewestReview
  agent: Pick<Contact, 'texts' | 'channel' | 'number' | 'url'> | null
  support_link: string
}

const lookAtMember = askTogether(async (database, memberIds: readonly number[]) =>
  runPrepared<Looked>(database, LOOK, [memberIds]),
)

function describeAgent(agent: NonNullable<Looked['agent']>, language: Language) {
  const { channel, number, url } = agent
  return { ...inLanguage(agent, language), channel, number, url }
}

/** The Spot wallet; a currency the member never had is listed with zero. */
function spotOf(balances: readonly Balance[]) {
  return inSpot(balances).map(({ id, code }) => {
    const balance = balances.find((each) => each.purpose === 'change' && each.currency === id)
    return {
      currency: id,
      currency_name: code,
      change_balance: balance?.available ?? 0n,
      lock_change_balance: balance?.held ?? 0n,
    }
  })
}
