import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { ReceiptText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { useText } from '#i18n/text.ts'
import type { PaymentRecordsProps } from '#payments/PaymentRecords.tsx'
import { ActionRow } from '#shell/ActionRow.tsx'

const PaymentRecords = lazy(async () => ({
  default: (await import('#payments/PaymentRecords.tsx')).PaymentRecords,
}))

/** A row that opens the records in a sheet. */
export function PaymentRecordsRow({ label, ...props }: PaymentRecordsProps & { label?: string }) {
  const t = useText()
  const title = label ?? t('wallet.records')
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className="card px-4">
        <ActionRow Icon={ReceiptText} label={title} onClick={() => setOpen(true)} />
      </div>
      <Sheet open={open} onOpenChange={setOpen} title={title}>
        <Suspense fallback={<Skeleton className="h-60" />}>
          <PaymentRecords {...props} />
        </Suspense>
      </Sheet>
    </>
  )
}
