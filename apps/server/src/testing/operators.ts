import { randomBytes } from 'node:crypto'

import { createClient, type HeardOf, ok } from '@btbc/client/client.ts'
import { logInOperator } from '@btbc/contract/operator/access.ts'
import { decideCase, readCase } from '@btbc/contract/operator/case.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import type { RequestJson } from '@btbc/contract/endpoint.ts'
import type { QueueName, Role } from '@btbc/contract/operator/rights.ts'
import { Secret, TOTP } from 'otpauth'

import { createOperator, readEnrolments } from '#modules/operator/operator.ts'
import { sealTotp } from '#modules/operator/totp.ts'
import { hashOf } from './members.ts'
import type { TestServer } from './server.ts'

/** Operators for tests, who come in by the front door. */

export type TestOperator = { id: number; mail: string; token: string; secret: string }

export const OPERATOR_PASSWORD = 'brass-lantern-17'

/** Opens an operator of these roles and logs in. */
export async function hire(
  server: TestServer,
  name: string,
  roles: readonly Role[],
): Promise<TestOperator> {
  const mail = `${name.toLowerCase()}@btbc.test`
  const { id, secret } = await openOperator(server, { mail, name, roles })
  const token = await enter(server, { mail, secret })
  return { id, mail, token, secret }
}

export async function openOperator(
  server: TestServer,
  { mail, name, roles }: { mail: string; name: string; roles: readonly Role[] },
): Promise<{ id: number; secret: string }> {
  const passwordHash = await hashOf(OPERATOR_PASSWORD, server.db)
  const created = await server.db.transaction().execute(async (tx) =>
    createOperator(tx, {
      mail,
      name,
      roles,
      passwordHash,
      sample: null,
      sealedTotp: await sealTotp(tx, randomBytes),
      now: server.clock.now(),
    }),
  )
  const [enrolment] = await readEnrolments(server.db, [mail])
  if (!created || !enrolment) throw new Error(`${mail} was there already`)
  return { id: created.id, secret: enrolment.secret }
}

/** Logs in with the code of this moment. */
export async function enter(
  server: TestServer,
  { mail, secret }: { mail: string; secret: string },
): Promise<string> {
  const code = codeOf(secret, server.clock.wallNow())
  const answer = await callOperator(server, logInOperator, {
    mail,
    password: OPERATOR_PASSWORD,
    code,
  })
  return ok(answer).token
}

export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

export async function callOperator<E extends OperatorEndpoint>(
  server: Pick<TestServer, 'url'>,
  call: E,
  request: RequestJson<E>,
  { as, headers = {} }: { as?: { token: string }; headers?: Record<string, string> } = {},
): Promise<HeardOf<E>> {
  const client = createClient({ base: `${server.url}/operator/api`, token: () => as?.token })
  return await client.hear(call, request, { headers })
}

/** A case as it lies before an operator: with the acceptance of another that waits for a second, and what was written last. */
export async function lookAtCase<Case extends { queue: QueueName; id: number | string }>(
  server: Pick<TestServer, 'url'>,
  found: Case,
  as: { token: string },
): Promise<Case & { proposal?: number; message?: number }> {
  const { queue, id } = found
  const read = await callOperator(server, readCase, { queue, id }, { as })
  const { proposal, messages } =
    read.type === 'ok' ? read.message : { proposal: null, messages: [] }
  const last = messages.at(-1)
  return {
    ...found,
    ...(proposal?.state === 'pending' && { proposal: proposal.id }),
    ...(last && { message: last.id }),
  }
}

/** Decides what was just looked at. */
export async function decideAsSeen(
  server: Pick<TestServer, 'url'>,
  decision: RequestJson<typeof decideCase>,
  { as }: { as: { token: string } },
): Promise<HeardOf<typeof decideCase>> {
  return await callOperator(server, decideCase, await lookAtCase(server, decision, as), { as })
}
