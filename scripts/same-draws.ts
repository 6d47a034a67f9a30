import { configureGlobal } from 'fast-check'

/** What is drawn at random is the same in each `npm test`, here and elsewhere; the campaigns draw anew. */
if (process.env['BTBC_CAMPAIGN'] !== '1') configureGlobal({ seed: 20_260_301 })
