import { readAuditCheck } from '@btbc/contract/operator/audit.ts'
import {
  proposeResumingDeposits,
  proposeResumingWithdrawals,
  readOverview,
  reconcileNow,
} from '@btbc/contract/operator/reconciliation.ts'

import type { Chain } from '#chain/chain.ts'
import { readLogHead, type ServeOperator } from '#modules/operator/index.ts'
import { listLateDisputes } from '#modules/deal/index.ts'
import { listArrivals, proposeWatching, readAnchor } from '#modules/deposit/index.ts'
import { listOwed } from '#modules/rail/index.ts'
import { listWrongCodes } from '#modules/security/index.ts'

import { listChainAlerts } from './alerts.ts'
import type { Reconciler } from './reconciler.ts'
import { listChecks, listMismatches } from './reconciliation.ts'
import { listStops, proposeResuming } from './resuming.ts'
import { listSilences } from './silence.ts'
import { lastLookAtLog, listAuditAlerts } from './whole-audit.ts'

export function serveReconciliation(
  serve: ServeOperator,
  { reconciler, chain }: { reconciler: Reconciler; chain: Chain | undefined },
): void {
  serve(readOverview, async ({ tx, caller, now, wallNow }) => {
    return {
      alerts: [
        ...(await listMismatches(tx)),
        ...(await listSilences(tx, wallNow)),
        ...(await listAuditAlerts(tx, wallNow)),
        ...(await listChainAlerts(tx, now)),
        ...(await listOwed(tx)),
        ...(await listWrongCodes(tx, wallNow)),
        ...(await listLateDisputes(tx, now)),
      ],
      ...(await listStops(tx, { caller, now })),
      arrivals: await listArrivals(tx),
      checks: await listChecks(tx, wallNow),
      chain: chain ? { name: chain.name, chain_id: chain.chainId } : null,
    }
  })
  serve(readAuditCheck, async ({ tx }) => ({
    ...(await readLogHead(tx)),
    ...(await lastLookAtLog(tx)),
  }))
  serve(
    reconcileNow,
    () => reconciler.now(),
    async ({ note }) => {
      note('books and their outside')
      return {}
    },
  )
  serve(
    proposeResumingDeposits,
    async ({ db }) => await readAnchor(db, chain),
    async ({ tx, request, caller, now, prepared: anchor, note }) => {
      const proposal = await proposeWatching(tx, { anchor, ...request, caller, now })
      note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
      return proposal
    },
  )
  serve(proposeResumingWithdrawals, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeResuming(tx, { ...request, caller, now })
    const { member_id: member } = request
    const about = member === undefined ? {} : { member: String(member) }
    const { summary, subject } = proposal
    note(subject, { proposal: String(proposal.id), summary, ...about })
    return proposal
  })
}
