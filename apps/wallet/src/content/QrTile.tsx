import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { lazy, Suspense } from 'react'

const QRCodeSVG = lazy(async () => ({ default: (await import('qrcode.react')).QRCodeSVG }))

const SIDE_PX = 150

/** A QR code of 150 × 150, dark on white in both themes so that every camera reads it. */
export function QrTile({ value, label }: { value: string; label: string }) {
  return (
    <div className="mx-auto grid size-fit place-items-center rounded-card border border-line bg-paper p-4">
      <Suspense fallback={<Skeleton className="size-[150px]" />}>
        <QRCodeSVG value={value} size={SIDE_PX} level="M" title={label} role="img" />
      </Suspense>
    </div>
  )
}
