import { say } from '@btbc/contract/operator/operator-text.ts'
import { hasSiteName, knowsPasskeys } from '@btbc/ui/passkey-site.ts'

/** Why passkeys can be neither made nor used here, if so. */
export function passkeyHindrance(): string | undefined {
  if (!hasSiteName()) return say('passkeys.needsName')
  return knowsPasskeys() ? undefined : say('passkeys.unsupported')
}
