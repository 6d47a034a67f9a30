/** Inside, every coin has 8 decimals; on the chain, 18. */

const PER_UNIT = 10n ** 10n

export function toChain(units: bigint): bigint {
  return units * PER_UNIT
}

/** Floored: what is less than a unit is not credited. */
export function toUnits(onChain: bigint): bigint {
  return onChain / PER_UNIT
}
