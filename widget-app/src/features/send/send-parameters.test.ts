import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { draftAtom, isPrefilledAtom, listedChainDefaultAtom } from './atoms/draft.ts'
import { emptyDraft } from './draft.ts'
import { recipient, sendWorld } from './testing/send-world.ts'

const prefilled = { name: 'WalletSend', assetAddress: 'native', amount: '0.5', to: recipient } as const

it.each([
  ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['polkadot', 'polkadot:91b171bb158e2d3848fa23a9f1c25182'],
] as const)('prefilled form › account of %s selected later › drops the prefill', (namespace, id) => {
  const { store } = sendWorld({}, prefilled, { config: { platforms: ['ethereum', 'solana', 'polkadot'] } })
  expect(store.get(draftAtom)).toMatchObject({ to: recipient, amount: { is: 'typed', text: '0.5' } })
  const chain = parseChainId(id)
  const connected = testConnection({ namespace, accounts: ['one'], chain })
  store.set(dispatchConnectionEventAtom, namespace, { is: 'succeeded', connection: connected })
  store.set(activeNamespaceAtom, namespace)
  expect(store.get(draftAtom)).toEqual(emptyDraft)
  expect([store.get(isPrefilledAtom), store.get(listedChainDefaultAtom)]).toEqual([false, chain])
  store.set(activeNamespaceAtom, 'eip155')
  expect(store.get(isPrefilledAtom)).toBe(true)
})
