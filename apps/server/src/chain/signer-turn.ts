import type { Db } from '@btbc/database/database.ts'

import type { Chain } from './chain.ts'
import type { Head } from './head.ts'
import type { SignerLease } from './lease.ts'
import type { Purposes } from './transactions.ts'

/** The moments between two effects; a test dies at each of them. */
export const signerSteps = [
  'before signing',
  'signed, not committed',
  'committed, not sent',
  'sent, not noted',
  'noted as sent',
  'final, not committed',
  'settled',
] as const
export type SignerStep = (typeof signerSteps)[number]

export type SignerParts = {
  db: Db
  chain: Chain
  purposes: Purposes
  /** Names this process in the lease. */
  owner: string
  report: (error: unknown, what: string) => void
  /** Called at each step; for tests that end the process there. */
  reached?: (step: SignerStep) => void
}

/** One turn, as each part of it sees it. */
export type SignerTurn = SignerParts & { lease: SignerLease; now: Date; wallNow: Date; head: Head }
