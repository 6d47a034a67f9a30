import { PICTURE_BYTES_MAX } from '@btbc/contract/article-rules.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { addPicture, listPictures } from '@btbc/contract/operator/picture.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { useId, useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useAct, useCall } from '#api/query.ts'
import { useHeldFrom } from '#desk/operator.ts'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'
import { OlderPages } from '#shell/OlderPages.tsx'

const SHOWN = 6
const MIB = 1024 * 1024

/** Pictures of the house: one more, and where each is found, for a text or as the picture beside it. */
export function Pictures() {
  const [pages, setPages] = useState<readonly number[]>([])
  const pictures = useCall(listPictures, { limit: SHOWN, before: pages.at(-1) })
  return (
    <div className="card grid gap-4 p-4">
      <AddPicture onAdded={() => setPages([])} />
      <Loaded query={pictures}>
        {({ list, next }) => (
          <>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {list.map(({ id, address, added_by: by, added_at: at }) => (
                <li key={id} className="grid content-start gap-1">
                  <img
                    src={address}
                    alt={say('content.pictureNo', { id })}
                    loading="lazy"
                    className="aspect-video w-full rounded-control object-cover"
                  />
                  <code className="num text-label wrap-anywhere">{address}</code>
                  <span className="text-label text-mut">
                    {say('content.pictureBy', { name: by.name, at: dateTime(at) })}
                  </span>
                </li>
              ))}
            </ul>
            {list.length === 0 && <p className="text-mut">{say('content.noPictures')}</p>}
            <OlderPages pages={pages} next={next} onTurn={setPages} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function AddPicture({ onAdded }: { onAdded: () => void }) {
  const id = useId()
  const form = useForm({})
  const [file, setFile] = useState<File>()
  const [round, setRound] = useState(0)
  const { mutateAsync } = useAct(addPicture)
  const held = useHeldFrom(addPicture)

  async function add() {
    if (held !== undefined) return
    const fault = faultOf(file)
    await form.submit(fault === undefined ? {} : { form: fault }, async () => {
      if (!file) return
      const { address } = await mutateAsync({ picture: await inBase64(file) })
      notify(say('content.pictureAdded', { address }))
      setFile(undefined)
      setRound((before) => before + 1)
      onAdded()
    })
  }

  return (
    <Form shown={form.shown} label={say('content.addPicture')} onSubmit={add}>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-small text-mut">
          {say('content.pictureFile')}
        </label>
        <input
          key={round}
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="min-h-11 w-full text-small"
          onChange={(event) => setFile(event.target.files?.[0])}
        />
      </div>
      <p className="text-small text-mut">{say('content.pictureUse')}</p>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" size="medium" variant="ghost" busy={form.busy} disabledReason={held}>
        {say('content.addPicture')}
      </Button>
    </Form>
  )
}

function faultOf(file: File | undefined): string | undefined {
  if (!file) return say('content.choosePicture')
  const most = PICTURE_BYTES_MAX / MIB
  return file.size > PICTURE_BYTES_MAX ? say('content.pictureLarge', { most }) : undefined
}

/** Without what a data address has before it. */
async function inBase64(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
      else reject(new Error('a file that cannot be read'))
    })
    reader.readAsDataURL(file)
  })
  return address.slice(address.indexOf(',') + 1)
}
