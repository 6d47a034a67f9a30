import { createApiKey } from '@btbc/contract/api-key.ts'

import { call, logIn, ok } from '#api.ts'

export type Keys = { key: string; secret: string }

/** A key of a sample member, who has test coins to trade with. */
export async function makeKeys(url: string, account: string, password: string): Promise<Keys> {
  const token = await logIn(url, account, password)
  const request = { label: 'bot', scopes: ['read' as const, 'trade' as const] }
  const { key, secret } = ok(await call(url, createApiKey, request, { token }))
  return { key, secret }
}
