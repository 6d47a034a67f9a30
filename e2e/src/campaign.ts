/** Whether everything is looked at, as `npm run campaign` does, or a share of it, as `npm test` does. */
export const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'

/** Of several ways to look at many things: each is looked at in one of them, and all in a campaign. */
export function shareOf<T>(all: readonly T[], way: number, ways: number): T[] {
  return all.filter((_, at) => isCampaign || at % ways === way % ways)
}
