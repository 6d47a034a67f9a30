/** The door of machine: what other rooms use of it. */

export { listMachines } from './machine.ts'
