import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import { amountField, defineSetting, percentField } from '#platform/settings.ts'

/** What operators may change about withdrawals, and how far. */

const { BTC, USDT, BNB, BTBC, BANK } = currencies

const terms = ({ code }: { code: string }, { feeMost }: { feeMost: string }) =>
  defineSetting({
    name: `withdrawal.${code.toLowerCase()}`,
    title: code === BANK.code ? 'Withdrawals to a bank' : `Withdrawals of ${code}`,
    keeps: 'What was quoted costs what the quote says; what was asked for keeps its fee.',
    fields: {
      minimum: amountField({ label: 'Smallest, worth', unit: 'USDT', least: '0.01', most: '1000' }),
      fee: percentField({ label: 'Fee', decimals: 2, least: '0', most: feeMost }),
      fixed: amountField({
        label: 'Fixed fee',
        unit: code === BANK.code ? USDT.code : code,
        least: '0',
        most: '10',
      }),
      approval: amountField({
        label: 'Operators look from, worth',
        unit: 'USDT',
        least: '0',
        most: '100000',
      }),
    },
  })

/** A bank of the sandbox rail asks for more than the chain does. Neither ever asks for more than this. */
const OF_COINS = { feeMost: '5' }
const OF_BANKS = { feeMost: '18' }

/** By what leaves. */
export const withdrawalSettings: ReadonlyMap<CurrencyId, ReturnType<typeof terms>> = new Map([
  [BTC.id, terms(BTC, OF_COINS)],
  [USDT.id, terms(USDT, OF_COINS)],
  [BNB.id, terms(BNB, OF_COINS)],
  [BTBC.id, terms(BTBC, OF_COINS)],
  [BANK.id, terms(BANK, OF_BANKS)],
])
