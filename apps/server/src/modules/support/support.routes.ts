import {
  changeAgent as changeAgentCall,
  listContacts as listContactsCall,
  proposeContact as proposeContactCall,
  proposeContactGone,
} from '@btbc/contract/operator/support.ts'

import type { ServeOperator } from '#modules/operator/index.ts'

import { changeAgent } from './agents.ts'
import { listContacts } from './contacts.ts'
import { proposeContact, proposeGone } from './propose.ts'

export function serveSupport(serve: ServeOperator): void {
  serve(listContactsCall, ({ tx, caller, now }) => listContacts(tx, { caller, now }))
  serve(proposeContactCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeContact(tx, { request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
  serve(proposeContactGone, async ({ tx, request: { id, reason }, caller, now, note }) => {
    const proposal = await proposeGone(tx, { id, reason, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
  serve(changeAgentCall, async ({ tx, request: { id, contact }, wallNow, note }) => {
    const { before } = await changeAgent(tx, { id, contact, wallNow })
    note(`member ${id}`, { before: String(before ?? '—'), contact: String(contact) })
    return {}
  })
}
