import { systemClock } from '#shared/channel/clock.ts'
import { apiAtom, projectIdAtom } from '#widget/core/config.ts'
import { createDpopClient, type DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { createKeyStore } from '#widget/lib/dpop/key-store.ts'
import type { Store } from '#widget/lib/state.ts'

/**
 * The client of a document of the vault. `keyName`: of its key in this partition of the browser's storage. Calls before the widget has
 * named its project are for none.
 */
export const createVaultClient = (store: Store, keyName: string): DpopClient =>
  createDpopClient({
    fetch: (input, init) => window.fetch(input, init),
    clock: systemClock,
    api: () => {
      const api = store.get(apiAtom)
      return { ...api, common: { ...api.common, projectId: store.get(projectIdAtom) || 'vault' } }
    },
    keys: createKeyStore(keyName),
    pageOrigin: location.origin,
  })
