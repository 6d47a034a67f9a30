import {
  addOperatorPasskey,
  askOperatorPasskey,
  beginOperatorPasskey,
  beginPasskeyEntry as beginPasskeyEntryCall,
  enterByPasskey as enterByPasskeyCall,
  listOperatorPasskeys,
  renameOperatorPasskey,
  removeOperatorPasskey,
} from '@btbc/contract/operator/passkey.ts'
import { Refusal } from '@btbc/contract/refusals.ts'

import type { ServeOperator } from './operator-serve.ts'
import { beginPasskeyEntry, enterByPasskey } from './passkey-login.ts'
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'

export function servePasskeys(serve: ServeOperator): void {
  serve(listOperatorPasskeys, ({ tx, caller }) => listPasskeys(tx, { caller }))
  serve(askOperatorPasskey, async ({ tx, note, ...context }) => {
    const { action, subject } = context.request
    note(`operator ${context.caller.operatorId}`, { for: action, of: subject })
    return await askPasskey(tx, context)
  })
  serve(beginOperatorPasskey, async ({ tx, note, ...context }) => {
    const { caller, request } = context
    const { by, ...asked } = await beginPasskey(tx, { ...context, proof: request })
    note(`operator ${caller.operatorId}`, { passkey: request.label, by })
    return asked
  })
  serve(addOperatorPasskey, async ({ tx, note, ...context }) => {
    const added = await addPasskey(tx, context)
    if (added instanceof Refusal) return added
    note(`operator ${context.caller.operatorId}`, { passkey: added.label })
    return { id: added.id }
  })
  serve(renameOperatorPasskey, async ({ tx, caller, request, note }) => {
    const before = await renamePasskey(tx, { ...request, caller })
    note(`operator ${caller.operatorId}`, { passkey: request.label, before })
    return {}
  })
  serve(removeOperatorPasskey, async ({ tx, note, ...context }) => {
    const { caller, request } = context
    const { label, by } = await removePasskey(tx, { ...context, proof: request, id: request.id })
    note(`operator ${caller.operatorId}`, { passkey: label, by })
    return {}
  })
  serve(beginPasskeyEntryCall, ({ tx, ...context }) => beginPasskeyEntry(tx, context))
  serve(enterByPasskeyCall, ({ tx, ...context }) => enterByPasskey(tx, context))
}
