import { parallelReadLimit } from '#shared/config/limits.ts'
import { createSemaphore, type Semaphore } from '#widget/lib/semaphore.ts'
import { atom } from '#widget/lib/state.ts'
import { type Ports, portsAtom } from './ports.ts'

/**
 * The ports of what is read from our services to be shown: at most four requests at once, however much of it is stale.
 * What a person or a dApp asks for by name does not stand in that line.
 */
export const viewPortsAtom = atom((get): Ports & { readonly inTurn: Semaphore } => ({
  ...get(portsAtom),
  inTurn: createSemaphore(parallelReadLimit),
}))
