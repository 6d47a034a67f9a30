import type { Facts } from '@btbc/contract/format-text.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'
import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'
import { parseAmount, plainAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { getAddress, isAddress } from 'viem'

/**
 * What a sent code confirms, in words: whoever reads it sees whether it is what they asked for. The
 * content comes from whoever holds the session, perhaps not the owner: only an amount, a coin, an
 * address and the end of an account's number are ever repeated, never a text of theirs.
 */

type Payload = Readonly<Record<string, string>>

const ACCOUNT_END = 4

type Named = Record<string, string>

const naming = {
  withdraw({ address = '', number, amount, currency, type }: Payload): Named | undefined {
    const sum = writtenPlainly(number ?? amount)
    const coin = coinNamed(currency ?? type)
    if (sum === undefined || coin === undefined || !isAddress(address, { strict: false })) return
    return { amount: sum, currency: coin, address: getAddress(address) }
  },
  bank_withdraw({ amount, bank_no: account = '' }: Payload): Named | undefined {
    const sum = writtenPlainly(amount)
    if (sum === undefined || !/^[\dA-Za-z-]{4,34}$/.test(account)) return
    return { amount: sum, account: account.slice(-ACCOUNT_END) }
  },
  address_add({ address = '' }: Payload): Named | undefined {
    return isAddress(address, { strict: false }) ? { address: getAddress(address) } : undefined
  },
}

function isNaming(action: StepUpAction): action is keyof typeof naming {
  return action in naming
}

/** What is kept of the payload to name it; nothing when there is nothing of the kind in it. */
export function namedOf(action: StepUpAction, payload: Payload): Named {
  return (isNaming(action) && naming[action](payload)) || {}
}

export function sayNamed(language: Language, action: StepUpAction, named: Facts): string {
  const isNamed = isNaming(action) && Object.keys(named).length > 0
  return say(language, 'security', isNamed ? `do.${action}_of` : `do.${action}`, named)
}

function writtenPlainly(text: string | undefined): string | undefined {
  const amount = text === undefined ? undefined : parseAmount(text)
  return amount === undefined ? undefined : plainAmount(amount)
}

/** By its id or its symbol, as the calls take it. */
function coinNamed(text = ''): string | undefined {
  const known = Object.values(currencies)
  return known.find(({ id, code }) => String(id) === text || code === text.toUpperCase())?.code
}
