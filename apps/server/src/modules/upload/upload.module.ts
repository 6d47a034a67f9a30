import { defineModule } from '#module.ts'

import { uploadChores, uploadSweeps } from './upload.jobs.ts'
import { serveUploads } from './upload.routes.ts'

export const uploadModule = defineModule({
  routes: serveUploads,
  sweeps: ({ files }) => uploadSweeps(files),
  chores: ({ files }) => uploadChores(files),
})
