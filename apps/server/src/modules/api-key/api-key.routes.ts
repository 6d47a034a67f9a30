import {
  createApiKey as createApiKeyCall,
  listApiKeys as listApiKeysCall,
  listApiKeyUses,
  revokeApiKey as revokeApiKeyCall,
} from '@btbc/contract/api-key.ts'

import type { Serve } from '#http/serve.ts'

import { createApiKey, listApiKeys, listUses, revokeApiKey } from './api-key.ts'
import type { KeyUses } from './key-uses.ts'

const PER_PAGE = 20

export function serveApiKeys(serve: Serve, uses: KeyUses): void {
  serve(createApiKeyCall, ({ tx, caller, request, confirm, random, wallNow }) =>
    createApiKey(tx, {
      ...request,
      addresses: request.addresses ?? [],
      withdrawTo: [...new Set(request.withdraw_to)],
      caller,
      confirm,
      random,
      wallNow,
    }),
  )
  serve(
    listApiKeysCall,
    () => uses.flush(),
    ({ tx, caller: { memberId } }) => listApiKeys(tx, memberId),
  )
  serve(revokeApiKeyCall, async ({ tx, caller: { memberId }, request, wallNow }) => {
    await revokeApiKey(tx, { memberId, id: request.id, wallNow })
    return {}
  })
  serve(
    listApiKeyUses,
    () => uses.flush(),
    ({ tx, caller: { memberId }, request }) =>
      listUses(tx, { memberId, page: request.page ?? 1, limit: request.limit ?? PER_PAGE }),
  )
}
