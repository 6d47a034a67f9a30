import type { Tx } from '@btbc/database/database.ts'
import { currencies, getCurrency } from '@btbc/money/currency.ts'

import { type Prices, priceSetting, pricesOf, worthInUsdt } from '#modules/wallet/index.ts'
import { readPlan } from '#platform/followed-setting.ts'
import {
  type AnySetting,
  amountField,
  choiceField,
  countField,
  defineSetting,
  type Setting,
  type ValueOf,
} from '#platform/settings.ts'

/** What each machine is sold on, and how far two operators may change it. */

const { BTBC } = currencies
/** Of what it was, in one change. */
const STEP_PERCENT = 50
/** What a whole cycle gives is never worth more than so many times the price, at the house's prices. */
const WORTH_MAX = 3n
const MODELS_MAX = 200

export type Model = { code: string; name: string; currency: number }

const fieldsOf = (unit: string) => ({
  state: choiceField({ label: 'Shop', choices: ['on sale', 'withdrawn'] }),
  price: amountField({
    label: 'Price',
    unit,
    least: '1',
    most: '100000',
    stepPercent: STEP_PERCENT,
  }),
  income: amountField({
    label: 'Income a day',
    unit: 'BTBC',
    least: '0.01',
    most: '1000',
    stepPercent: STEP_PERCENT,
  }),
  days: countField({ label: 'Runs', least: '1', most: '3650' }),
  limit: countField({ label: 'For one member, 0 for any number', least: '0', most: '1000' }),
  stock: countField({ label: 'Made in all', least: '0', most: '1000000' }),
})

type MachineFields = ReturnType<typeof fieldsOf>
export type MachineTerms = ValueOf<MachineFields>

export function machineSetting({ code, name, currency: id }: Model): Setting<MachineFields> {
  const currency = getCurrency(id)
  return defineSetting({
    name: `machine.${code}`,
    title: `Machine ${name}`,
    keeps:
      'A machine that was bought keeps its income and its runs: all of it was set aside. Withdrawn, it is not sold any more.',
    fields: fieldsOf(currency.code),
  })
}

/** The same as what is proposed for it is judged. */
function judgedBy(prices: Prices, model: Model): Setting<MachineFields> {
  const currency = getCurrency(model.currency).id
  return {
    ...machineSetting(model),
    oddField({ price, income, days }) {
      const cycle = worthInUsdt(prices, { currency: BTBC.id, amount: income * BigInt(days) })
      const most = WORTH_MAX * worthInUsdt(prices, { currency, amount: price })
      return cycle > most ? 'income' : undefined
    },
  }
}

export async function judgedMachine(tx: Tx, model: Model): Promise<Setting<MachineFields>> {
  return judgedBy(await pricesAgreed(tx), model)
}

/** The last prices that two have agreed on, before they begin as well. */
async function pricesAgreed(tx: Tx): Promise<Prices> {
  const [last] = await readPlan(tx, priceSetting)
  return last ? pricesOf(last.value) : {}
}

/** In one read with others: the terms of the machine `model` as they are for whoever asks at `asked.at`. */
export const TERMS_THEN = `select value from setting
  where name = 'machine.' || model.code and effective_from <= asked.at and withdrawn_by is null
  order by effective_from desc limit 1`

/** One for each machine there is. */
export async function machineSettings(tx: Tx): Promise<AnySetting[]> {
  const models = await tx
    .selectFrom('machine_model')
    .select(['code', 'name', 'currency'])
    .orderBy('id')
    .limit(MODELS_MAX)
    .execute()
  const prices = await pricesAgreed(tx)
  return models.map((model) => judgedBy(prices, model))
}
