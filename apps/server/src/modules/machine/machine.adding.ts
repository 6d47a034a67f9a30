import type { Request } from '@btbc/contract/endpoint.ts'
import type { proposeMachine as proposeMachineCall } from '@btbc/contract/operator/machine.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { getCurrency } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal } from '#modules/review/index.ts'
import { readFigures } from '#modules/setting/index.ts'
import { minuteOf } from '#platform/calendar-days.ts'

import { judgedMachine } from './machine.settings.ts'

/** A machine that the shop did not have: agreed on by two, sold from a moment on, changed like any setting. */

type Asked = Request<typeof proposeMachineCall> & { caller: OperatorCaller; now: Date }

export async function proposeMachine(tx: Tx, asked: Asked) {
  const { name: title, picture, currency, value, effective_at: from, reason, caller, now } = asked
  if (from !== undefined && from < now) throw new Refusal('setting_past')
  const code = title.toLowerCase()
  await refuseKnown(tx, code)
  const setting = await judgedMachine(tx, { code, name: title, currency })
  const terms = readFigures(setting, { ...value, state: 'on sale' })
  const figures = Object.entries(setting.fields).flatMap(([key, { label, unit }]) =>
    key === 'state' ? [] : `${label} ${terms[key]} ${unit}`.trim(),
  )
  const sold = from === undefined ? 'its acceptance' : minuteOf(from)
  return await machineAdding.propose(tx, {
    subject: `setting ${setting.name}`,
    payload: {
      name: setting.name,
      after: JSON.stringify(terms),
      code,
      title,
      img: `/media/machine-${picture}.svg`,
      currency,
      from: from?.toISOString() ?? '',
    },
    summary: `A new machine ${title}, bought in ${getCurrency(currency).code}: ${figures.join(', ')}; picture ${picture.toUpperCase()}; sold from ${sold} on`,
    reason,
    caller,
    now,
  })
}

async function refuseKnown(tx: Tx, code: string): Promise<void> {
  const known = await tx
    .selectFrom('machine_model')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst()
  if (known) throw new Refusal('machine_known')
}

/** Its terms hold from the acceptance on, so they can be changed before anybody buys one. */
export const machineAdding = defineProposal({
  kind: 'machine.add',
  payload: z.object({
    name: z.string(),
    after: z.string(),
    code: z.string(),
    title: z.string(),
    img: z.string(),
    currency: z.int(),
    from: z.string(),
  }),
  async apply(tx, { id, payload, now }) {
    const { name, after, code, title, img, currency, from } = payload
    await refuseKnown(tx, code)
    const at = new Date(Math.max(now.getTime(), from === '' ? 0 : Date.parse(from)))
    await tx
      .insertInto('machine_model')
      .values({ code, name: title, img, currency, offered_from: at })
      .execute()
    await tx
      .insertInto('setting')
      .values({ name, effective_from: now, value: after, proposal_id: id })
      .execute()
  },
})
