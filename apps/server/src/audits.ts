import { auditDays } from '@btbc/ledger/days.ts'
import { auditWays } from '@btbc/ledger/ways.ts'
import { currencies } from '@btbc/money/currency.ts'

import { coinIds } from '#chain/chain.ts'
import { auditAirdrops } from '#modules/airdrop/airdrop.audit.ts'
import { auditCampaigns } from '#modules/campaign/campaign.audit.ts'
import { auditDealFigures, auditDeals } from '#modules/deal/deal.audit.ts'
import { auditTrades } from '#modules/exchange/exchange.audit.ts'
import { auditFunds } from '#modules/fund/fund.audit.ts'
import { auditLocks } from '#modules/lock/lock.audit.ts'
import { auditShop } from '#modules/machine/machine.audit.ts'
import { auditWelcomes } from '#modules/mining/welcome.audit.ts'
import { auditPackets } from '#modules/packet/packet.audit.ts'
import { auditPoints } from '#modules/points/points.audit.ts'
import { auditProofs } from '#modules/proof/proof.audit.ts'
import { auditTransfers } from '#modules/reconciliation/transfers.audit.ts'
import { auditSettings } from '#modules/setting/setting.audit.ts'
import { auditTeams } from '#modules/team/team.audit.ts'

import type { HouseAudit } from './module.ts'
import { auditHolds, auditReserves } from './set-aside.ts'

/**
 * What modules can say of their rows and the books, beside what the ledger says of the books themselves:
 * for `npm run audit`, for the audit of each hour, and at the end of every server test.
 */

const { BTBC, USDT } = currencies
const everything = Object.values(currencies).map(({ id }) => id)

export const audits: readonly HouseAudit[] = [
  { of: 'ways of entries', find: auditWays, concerns: everything },
  { of: 'reserves', find: auditReserves, concerns: everything },
  { of: 'holds', find: auditHolds, concerns: everything },
  { of: 'trades', find: auditTrades, concerns: everything },
  { of: 'transfers', find: auditTransfers, concerns: coinIds, needsChain: true },
  // How many stand below somebody moves no money by itself.
  { of: 'teams', find: auditTeams, concerns: [] },
  // How many there were moves no money either.
  { of: 'shop', find: auditShop, concerns: [] },
  { of: 'welcome grants', find: auditWelcomes, concerns: [BTBC.id] },
  { of: 'locks', find: auditLocks, concerns: [USDT.id] },
  { of: 'funds', find: auditFunds, concerns: [USDT.id] },
  { of: 'deals', find: auditDeals, concerns: [USDT.id] },
  // How many a seller released moves no money by itself.
  { of: 'figures of deals', find: auditDealFigures, concerns: [] },
  { of: 'points', find: auditPoints, concerns: [BTBC.id] },
  { of: 'packets', find: auditPackets, concerns: [USDT.id, BTBC.id] },
  { of: 'campaigns', find: auditCampaigns, concerns: [USDT.id, BTBC.id] },
  { of: 'airdrops', find: auditAirdrops, concerns: [BTBC.id] },
  { of: 'proofs', find: auditProofs, concerns: everything },
  // What days are told from moves no money by itself.
  { of: 'days', find: auditDays, concerns: [] },
  { of: 'settings', find: auditSettings, concerns: everything },
]
