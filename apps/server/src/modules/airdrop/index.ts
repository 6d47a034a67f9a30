/** The door of airdrop: what other rooms use of it. */

export { releaseAirdrops } from './airdrop.held.ts'
