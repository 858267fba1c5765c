import { parallelReadLimit } from '#shared/config/limits.ts'
import { createSemaphore, type Semaphore } from '#widget/lib/semaphore.ts'
import { atom } from '#widget/lib/state.ts'
import { type Ports, portsAtom } from './ports.ts'

/**
 * The ports for reading displayed data from the operator's services: at most four requests at once. Requests of the user or
 * the dApp do not use this limit.
 */
export const viewPortsAtom = atom((get): Ports & { readonly semaphore: Semaphore } => ({
  ...get(portsAtom),
  semaphore: createSemaphore(parallelReadLimit),
}))
