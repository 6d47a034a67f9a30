/** The whole address in fours, which is how people compare one. */
export function Chunks({ address }: { address: string }) {
  const parts = [address.slice(0, 2), ...(address.slice(2).match(/.{1,4}/g) ?? [])]
  return <span className="num wrap-anywhere">{parts.join(' ')}</span>
}
