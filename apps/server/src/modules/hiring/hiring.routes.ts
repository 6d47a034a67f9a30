import {
  acceptInvitation as acceptInvitationCall,
  listOperators as listOperatorsCall,
  proposeClosing as proposeClosingCall,
  proposeOperator as proposeOperatorCall,
  proposeRoles as proposeRolesCall,
  readInvitation as readInvitationCall,
} from '@btbc/contract/operator/hiring.ts'

import type { ServeOperator } from '#modules/operator/index.ts'
import type { Passwords } from '#platform/passwords.ts'

import { listOperators, proposeClosing, proposeOperator, proposeRoles } from './hiring.ts'
import { acceptInvitation, prepareAccepting, readInvitation } from './invitation.ts'

const PER_PAGE = 50

export function serveHiring(serve: ServeOperator, passwords: Passwords): void {
  serve(listOperatorsCall, ({ tx, request: { page = 1, limit = PER_PAGE } }) =>
    listOperators(tx, { page, limit }),
  )
  serve(proposeOperatorCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeOperator(tx, { request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
  serve(proposeRolesCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeRoles(tx, { request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
  serve(proposeClosingCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeClosing(tx, { request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
  serve(readInvitationCall, ({ tx, request: { code }, wallNow }) =>
    readInvitation(tx, { code, wallNow }),
  )
  serve(
    acceptInvitationCall,
    ({ db, request, wallNow }) => prepareAccepting(db, { request, passwords, wallNow }),
    async ({ tx, request, prepared: { passwordHash }, now, wallNow }) => {
      await acceptInvitation(tx, { request, passwordHash, now, wallNow })
      return {}
    },
  )
}
