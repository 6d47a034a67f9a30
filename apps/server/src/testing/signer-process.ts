import { signOnce, SignerTask } from './signer-turn.ts'

/**
 * One turn of the signer in a process of its own, which ends itself with SIGKILL at the step it is
 * told. Run by tests only.
 */
const task = SignerTask.parse(JSON.parse(process.argv[2] ?? ''))
await signOnce(task, (step) => {
  if (step === task.dieAt) process.kill(process.pid, 'SIGKILL')
})
