/** Decimals that a balance always shows, so that columns line up; what is beyond is shown too. */
export function leastDecimals(code: string): { minDecimals: number } {
  return { minDecimals: code === 'USDT' ? 2 : 6 }
}
