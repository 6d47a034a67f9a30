import { outputAt } from './power.ts'

/** SQL for the open runs of an asked member, for those who only want to know what they have given. */
export const RUNNING = `(
  select json_agg(json_build_object('output', output::text, 'startedAt', started_at))
  from run where member_id = asked.member_id and state = 'open'
)`

export type Running = { output: string; startedAt: string }[] | null

/** What the open runs have given so far: it becomes unclaimed when they end. */
export function runningOutput(running: Running, now: Date): bigint {
  return (running ?? []).reduce((sum, { output, startedAt }) => {
    return sum + outputAt({ output: BigInt(output), startedAt: new Date(startedAt) }, now)
  }, 0n)
}
