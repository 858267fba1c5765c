import { parallelReadLimit } from '#shared/config/limits.ts'
import { limitedFetch } from '#widget/lib/limited-fetch.ts'
import { atom } from '#widget/lib/state.ts'
import { type Ports, portsAtom } from './ports.ts'

/**
 * The ports of what is read from our services to be shown: at most four requests at once, however much of it is stale.
 * What a person or a dApp asks for by name does not stand in that line.
 */
export const viewPortsAtom = atom((get): Ports => {
  const ports = get(portsAtom)
  return { ...ports, fetch: limitedFetch(ports.fetch, parallelReadLimit) }
})
