import { paths } from '#paths.ts'

type Record = { kind: string; currency: number }

/** By what an entry's kind begins with: the screen that knows more about it. */
const places: Readonly<{ [first: string]: (record: Record) => string }> = {
  deposit: ({ currency }) => paths.recharge(currency),
  rail: ({ currency }) => paths.statement('legal', currency),
  withdrawal: ({ currency }) => paths.withdrawal(currency),
  bank: () => paths.bankWithdrawal(),
  order: () => paths.exchange(),
  trade: () => paths.exchange(),
  machine: () => paths.machines(),
  run: () => paths.machines(),
  launch: () => paths.machines(),
  referral: () => paths.team(),
  reward: () => paths.assets(),
}

/** Where a line of the records leads; undefined where the line says all there is. */
export function placeOf(record: Record): string | undefined {
  return places[record.kind.split('.')[0] ?? '']?.(record)
}
