import { randomBytes } from 'node:crypto'

import { beginStepUp } from '@btbc/contract/security.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'

import { hashProof } from '#modules/security/step-up.ts'
import { ok, type TestServer } from './server.ts'

/**
 * A proof for a test about something else: the step-up is begun over HTTP and proved in the
 * database, so that limits on codes do not matter. How it is proved is tested in `modules/security`.
 */
export async function stepUp(
  server: TestServer,
  member: { token: string },
  action: StepUpAction,
  payload: Record<string, string>,
): Promise<string> {
  const begun = ok(await server.call(beginStepUp, { action, payload }, { as: member }))
  return await proveInDatabase(server, begun.challenge_id)
}

/** For a step-up that was begun in some other way. */
export async function proveInDatabase(server: TestServer, challengeId: string): Promise<string> {
  const proof = randomBytes(32).toString('base64url')
  await server.db
    .updateTable('step_up')
    .set({ method: 'code', proof_hash: hashProof(proof), proved_at: server.clock.wallNow() })
    .where('challenge_id', '=', challengeId)
    .execute()
  return proof
}
