/** The door of api-key: what other rooms use of it. */

export { type ApiKey, endApiKeys, findApiKey, keysInForce } from './api-key.ts'
export type { KeyUses } from './key-uses.ts'
export { refuseUnlisted } from './withdraw-scope.ts'
