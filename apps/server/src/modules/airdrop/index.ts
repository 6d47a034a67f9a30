/** The door of airdrops: what other rooms use of it. */

export { releaseAirdrops } from './airdrop.held.ts'
