/** For tests: what is done often has to be gone when V8 next looks at what is young. */

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const WARM_UP = 20

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as (of: { type: 'minor' | 'major' }) => void

/**
 * How many bytes are old after this was done so many times, and were not before. Of each time V8 looks at what is
 * young once when `work` says that it is under way, and once when nobody needs it any more.
 */
export async function bytesGrownOld(
  times: number,
  work: (underWay: () => void) => Promise<unknown>,
): Promise<number> {
  const lookAtYoung = () => gc({ type: 'minor' })
  const once = async () => {
    await work(lookAtYoung)
    lookAtYoung()
  }
  for (let n = 0; n < WARM_UP; n += 1) await once()
  gc({ type: 'major' })
  const before = oldBytes()
  for (let n = 0; n < times; n += 1) await once()
  return oldBytes() - before
}

function oldBytes(): number {
  const old = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')
  return old?.space_used_size ?? 0
}
