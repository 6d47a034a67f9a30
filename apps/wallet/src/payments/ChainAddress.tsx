import { TestTag } from '@btbc/ui/TestTag.tsx'

/** The whole address in fours, which is how people compare one, marked as what it is. */
export function ChainAddress({ address }: { address: string }) {
  const parts = [address.slice(0, 2), ...(address.slice(2).match(/.{1,4}/g) ?? [])]
  return (
    <span className="num wrap-anywhere">
      <TestTag /> {parts.join(' ')}
    </span>
  )
}
