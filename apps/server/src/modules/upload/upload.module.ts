import { defineModule } from '#module.ts'

import { uploadChores, uploadSweeps } from './upload.jobs.ts'
import { serveUploads } from './upload.routes.ts'

export const uploadModule = defineModule({
  routes: serveUploads,
  sweeps: ({ files, pictures }) => uploadSweeps(files, pictures),
  chores: ({ files }) => uploadChores(files),
  // In a lane of its own: the folder may be on another machine.
  outside: ({ pictureWatch }) => [pictureWatch.chore],
})
