import { expect, it, vi } from 'vitest'
import { portsAtom } from '#widget/core/ports.ts'
import { embeddedWorld } from './testing/embedded-server.ts'
import {
  leaveVaultAtom,
  openVaultAtom,
  type VaultTask,
  vaultOpenerAtom,
  vaultWindowAtom,
} from './vault-window.ts'

/** A frame whose code of the vault loads when `load` is called. */
function loadingWorld() {
  const { store } = embeddedWorld({})
  let resolve = () => {}
  let fail = (_cause: Error) => {}
  const loading = new Promise<void>((...settle) => {
    ;[resolve, fail] = settle
  })
  const ports = store.get(portsAtom)
  store.set(portsAtom, { ...ports, flows: { ...ports.flows, prepareVault: () => loading } })
  const open = vi.fn<(task: VaultTask) => void>()
  const load = async () => {
    store.set(vaultOpenerAtom, { open, leave: vi.fn() })
    resolve()
    await loading
  }
  return { store, open, load, loading, fail }
}

it('click before the code has loaded › the window opens once it has', async () => {
  const { store, open, load } = loadingWorld()
  store.set(openVaultAtom, { is: 'keep' })
  store.set(openVaultAtom, { is: 'create' })
  expect(open).not.toHaveBeenCalled()
  await load()
  expect(open.mock.calls).toEqual([[{ is: 'create' }]])
  store.set(openVaultAtom, { is: 'keep' })
  expect(open).toHaveBeenCalledTimes(2)
})

it('click before the code has loaded, user leaves › no window opens', async () => {
  const { store, open, load } = loadingWorld()
  store.set(openVaultAtom, { is: 'keep' })
  store.set(leaveVaultAtom)
  await load()
  expect(open).not.toHaveBeenCalled()
})

it('click, the code cannot be loaded › the view says so', async () => {
  const { store, fail } = loadingWorld()
  store.set(openVaultAtom, { is: 'keep' })
  fail(new Error('Offline'))
  const failure = { stage: 'failed', details: { code: 'unexpected', text: 'Offline' } }
  await vi.waitFor(() => expect(store.get(vaultWindowAtom)).toEqual(failure))
})

it('click, user leaves, the code cannot be loaded › the next view shows no failure', async () => {
  const { store, loading, fail } = loadingWorld()
  store.set(openVaultAtom, { is: 'keep' })
  store.set(leaveVaultAtom)
  fail(new Error('Offline'))
  await expect(loading).rejects.toThrow('Offline')
  expect(store.get(vaultWindowAtom)).toBeUndefined()
})
