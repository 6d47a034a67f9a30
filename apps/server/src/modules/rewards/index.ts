/** The door of rewards: what other rooms use of it. */

export { describeLaunches, describeReward, lookAtRewards } from './rewards.ts'
