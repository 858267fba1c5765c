import { apiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { createDpopClient, type DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { createKeyStore } from '#widget/lib/dpop/key-store.ts'
import { atom } from '#widget/lib/state.ts'

/** The key that this frame's sessions are bound to, one per scope like the records. */
const keysAtom = atom((get) => createKeyStore(scopedKey('embeddedKey')(get)))

/** The server of embedded wallets. Its calls prove the key of this frame. */
export const embeddedApiAtom = atom((get): DpopClient => {
  const { fetch, clock, page } = get(portsAtom)
  const api = get(apiAtom)
  return createDpopClient({ fetch, clock, api: () => api, keys: get(keysAtom), pageOrigin: page.origin })
})
