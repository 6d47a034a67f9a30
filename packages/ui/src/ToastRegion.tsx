import { Toast } from '@base-ui/react/toast'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'

import { onNotice } from '#notice.ts'
import { useWords } from '#words.ts'

/** The live region of `notify`. Import it lazily, at idle: it must exist before the first message. */
export function ToastRegion() {
  return (
    <Toast.Provider limit={3}>
      <Toasts />
    </Toast.Provider>
  )
}

function Toasts() {
  const words = useWords()
  const { toasts, add } = Toast.useToastManager()
  useEffect(
    () =>
      onNotice(({ text, tone, ms }) => {
        add({
          // Said again while it still stands, it stands longer: never twice.
          id: text,
          title: text,
          type: tone,
          timeout: ms,
          priority: tone === 'bad' ? 'high' : 'low',
        })
      }),
    [add],
  )
  return (
    <Toast.Portal>
      <Toast.Viewport className="toasts" aria-label={words.notices}>
        {toasts.map((toast) => (
          <Toast.Root key={toast.id} toast={toast} className="toast">
            <Toast.Content className="flex items-start gap-2">
              {toast.type === 'bad' && (
                <CircleAlert size={20} aria-hidden className="mt-px shrink-0 text-dn" />
              )}
              {toast.type === 'warn' && (
                <TriangleAlert size={20} aria-hidden className="mt-px shrink-0 text-warn" />
              )}
              <Toast.Title render={<p />} />
            </Toast.Content>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  )
}
