/** Inside, every coin has 8 decimals; on the chain, 18. */

const PER_UNIT = 10n ** 10n

export function toChain(units: bigint): bigint {
  return units * PER_UNIT
}

/** Floored, also below zero: less than a unit is not credited, a missing part of one is one missing. */
export function toUnits(onChain: bigint): bigint {
  const units = onChain / PER_UNIT
  return onChain < 0n && onChain % PER_UNIT !== 0n ? units - 1n : units
}

/** What was spent: a part of a unit is a whole one. */
export function toUnitsUp(onChain: bigint): bigint {
  return -toUnits(-onChain)
}
