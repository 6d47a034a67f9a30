/** Beside an address: it is one of a test network, in every language. */
export function TestTag() {
  return (
    <span
      translate="no"
      className="test-mark rounded-chip border px-1.5 text-label font-semibold whitespace-nowrap"
    >
      <span aria-hidden>◇ </span>TEST
    </span>
  )
}
