import { useState } from 'react'

type Named = { id: number | string }

/** A list that is asked for again and again: what is in hand stays where it stood, also when the list has lost it. */
export function useStaying<Row extends Named>(list: readonly Row[]) {
  const [seen, setSeen] = useState({ list, all: list })
  const [held, setHeld] = useState<ReadonlySet<Named['id']>>(new Set())
  const isLost = ({ id }: Row) => held.has(id) && list.every((each) => each.id !== id)
  const isNew = seen.list !== list || seen.all.some((each) => !list.includes(each) && !isLost(each))
  const all = isNew ? withLost(list, seen.all, isLost) : seen.all
  if (isNew) setSeen({ list, all })
  const hold = (id: Named['id'], isHeld: boolean) =>
    setHeld((before) => new Set(isHeld ? [...before, id] : [...before].filter((one) => one !== id)))
  return { all, hold }
}

/** Each of the lost below what it stood below. */
function withLost<Row extends Named>(
  list: readonly Row[],
  before: readonly Row[],
  isLost: (row: Row) => boolean,
): readonly Row[] {
  const all = [...list]
  before.forEach((row, at) => {
    if (!isLost(row)) return
    const above = before.slice(0, at).map(({ id }) => id)
    const place = all.findLastIndex(({ id }) => above.includes(id))
    all.splice(place + 1, 0, row)
  })
  return all
}
