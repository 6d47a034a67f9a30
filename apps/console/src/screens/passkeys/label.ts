import { say } from '@btbc/contract/operator/operator-text.ts'

export const LABEL_LENGTH_MAX = 40

export function labelFault(label: string): { label?: string } {
  return label === '' ? { label: say('passkeys.labelMissing') } : {}
}
