import { UPLOAD_MB_MAX, type UploadPurpose } from '@btbc/contract/upload.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { FieldNote } from '@btbc/ui/FieldNote.tsx'
import { Camera, RotateCw } from 'lucide-react'
import { clsx } from 'clsx'
import { useId } from 'react'

import { useText } from '#i18n/text.ts'
import { useStoredPicture, useUpload } from '#upload/useUpload.ts'

type UploadFieldProps = {
  label: string
  purpose: UploadPurpose
  /** The id of the picture that was sent; empty before. */
  value: string
  onChange: (id: string) => void
  /** What is wrong, in words, at the field. */
  error?: string | undefined
  hint?: string | undefined
  /** Corners that show how a document should lie in the picture. */
  frame?: boolean
}

/** One photo: chosen or taken, sent with its progress, shown as the server keeps it. */
export function UploadField(props: UploadFieldProps) {
  const { label, purpose, value, onChange, error, hint, frame = false } = props
  const t = useText()
  const inputId = useId()
  const { progress, failed, send } = useUpload(purpose, onChange)
  const { src, gone } = useStoredPicture(value)
  // What is sent into a deal is shown to whoever it is made with.
  const sent = t(purpose === 'deal' ? 'upload.sentDeal' : 'upload.sent')
  const wrong = failed?.text ?? error ?? (gone ? t('upload.gone') : undefined)
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={inputId} className="text-small text-mut">
        {label}
      </label>
      <div
        className={clsx(
          'relative grid aspect-[1.6] place-items-center overflow-hidden rounded-control border bg-s2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ac',
          wrong === undefined ? 'border-ctl' : 'border-dn',
        )}
      >
        {src !== undefined && (
          <img
            src={src}
            alt={t('upload.stored', { label })}
            className="absolute inset-0 size-full object-contain"
          />
        )}
        {frame && src === undefined && <Corners />}
        <input
          id={inputId}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/heic,image/heif"
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={`${inputId}-note`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void send(file)
            // So that the same file can be chosen again.
            target.value = ''
          }}
          className="absolute inset-0 z-10 cursor-pointer opacity-0"
        />
        <Prompt progress={progress} sent={src !== undefined} />
      </div>
      <FieldNote id={`${inputId}-note`} error={wrong}>
        {value === '' ? (hint ?? t('upload.kinds', { most: UPLOAD_MB_MAX })) : sent}
      </FieldNote>
      {failed?.retry === true && (
        <Button
          variant="ghost"
          size="medium"
          aria-label={`${t('shell.retry')}: ${label}`}
          icon={<RotateCw size={18} aria-hidden />}
          onClick={() => void send(failed.file)}
        >
          {t('shell.retry')}
        </Button>
      )}
    </div>
  )
}

function Prompt({ progress, sent }: { progress: number | undefined; sent: boolean }) {
  const t = useText()
  if (progress !== undefined) {
    const percent = Math.floor(progress * 100)
    return (
      <div className="z-20 grid w-4/5 gap-2 rounded-control bg-s1 p-3 text-center text-small">
        {t('upload.sending', { percent })}
        <progress
          value={percent}
          max={100}
          aria-label={t('upload.progress')}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-chip [&::-moz-progress-bar]:bg-acf [&::-webkit-progress-bar]:bg-s3 [&::-webkit-progress-value]:bg-acf"
        />
      </div>
    )
  }
  return (
    <span
      className={clsx(
        'pointer-events-none flex items-center gap-2 rounded-chip px-4 py-2',
        sent ? 'absolute bottom-2 bg-s1 text-small' : 'text-ac',
      )}
    >
      <Camera size={20} aria-hidden />
      {sent ? t('upload.replace') : t('upload.choose')}
    </span>
  )
}

function Corners() {
  const corner = 'pointer-events-none absolute size-7 border-ctl'
  return (
    <span aria-hidden className="absolute inset-0">
      <span className={clsx(corner, 'top-3 left-3 rounded-tl-control border-t-2 border-l-2')} />
      <span className={clsx(corner, 'top-3 right-3 rounded-tr-control border-t-2 border-r-2')} />
      <span className={clsx(corner, 'bottom-3 left-3 rounded-bl-control border-b-2 border-l-2')} />
      <span className={clsx(corner, 'right-3 bottom-3 rounded-br-control border-r-2 border-b-2')} />
    </span>
  )
}
