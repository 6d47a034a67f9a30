import { countField, defineSetting, percentField } from '#platform/settings.ts'

/** What operators may change about invites, and how far: a bonus never above what was published at first. */

export const inviteReward = defineSetting({
  name: 'team.reward',
  title: 'Reward for an invite',
  keeps: 'What was promised for a member who has joined stays as it was promised.',
  fields: {
    launches: countField({ label: 'Starts for each', least: '1', most: '20' }),
    day: countField({ label: 'Paid to one member in a day', least: '1', most: '1000' }),
    lapse: countField({ label: 'Days until it lapses', least: '30', most: '365' }),
  },
})

/** A name of its own: what has been agreed on for the reward is never written anew with a figure more. */
export const inviteRuns = defineSetting({
  name: 'team.runs',
  title: 'Runs before an invite counts',
  keeps:
    'What was promised for a member who has joined is earned after the runs that were told then.',
  fields: {
    runs: countField({ label: 'Runs of the friend that have ended', least: '1', most: '10' }),
  },
})

const percent = (label: string, most: string) =>
  percentField({ label, decimals: 0, least: '0', most })

export const teamBonus = defineSetting({
  name: 'team.bonus',
  title: 'Bonus of a team',
  keeps: 'A run keeps the bonus that it began with.',
  fields: {
    direct: percent('For a direct member', '10'),
    other: percent('For a member of levels 2 to 10', '1'),
    cap: percent('All together, at most', '300'),
  },
  oddField: ({ direct, cap }) => (cap < direct ? 'cap' : undefined),
})

export type TeamBonus = Readonly<Record<keyof typeof teamBonus.fields, number>>
