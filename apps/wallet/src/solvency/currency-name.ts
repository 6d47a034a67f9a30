import type { Say } from '#i18n/text.ts'

/** Coins by their code; starts and points by their word. */
export function currencyName(code: string, t: Say): string {
  if (code === 'LAUNCH') return t('wallet.startsName')
  return code === 'POINT' ? t('wallet.pointsName') : code
}
