import { plainAmount } from '@btbc/money/amount.ts'
import { getCurrency } from '@btbc/money/currency.ts'

import { choiceField, defineSetting, type Setting, type SettingField } from '#platform/settings.ts'

import { markets } from './markets.ts'

/** Which of the markets that the house knows are traded: what two operators open, halt and open again. */

export type MarketState = 'unlisted' | 'open' | 'halted'

type MarketSetting = Setting<{ state: SettingField<MarketState> }>

const FIRST = ['btc', 'bnb', 'btbc']

/** By the market's id. */
export const marketSettings: ReadonlyMap<number, MarketSetting> = new Map(
  markets.map(({ id, name, base, tick, lot, notionalMin }) => {
    const { code } = getCurrency(base)
    const isOfTheFirst = FIRST.includes(code.toLowerCase())
    const steps = `${plainAmount(tick)} USDT and ${plainAmount(lot)} ${code}`
    const setting: MarketSetting = defineSetting({
      name: `market.${code.toLowerCase()}`,
      title: `Market ${name}`,
      keeps: `Prices and quantities go in steps of ${steps}, orders from ${plainAmount(notionalMin)} USDT. Halted, it takes no new order; open ones stay and can be cancelled. Once it was open it is never unlisted again.`,
      fields: {
        state: choiceField<MarketState>({
          label: 'Trading',
          choices: isOfTheFirst ? ['open', 'halted'] : ['unlisted', 'open', 'halted'],
        }),
      },
      oddField: ({ state }, before) =>
        state === 'unlisted' && before.state !== 'unlisted' ? 'state' : undefined,
    })
    return [id, setting]
  }),
)
