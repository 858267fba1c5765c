import { expect, it, onTestFinished, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { testAdapter, testWorld } from '#widget/testing/world.ts'
import { connection, sendOptions } from '../testing/send-world.ts'
import { draftAtom } from './draft.ts'
import { assetSelectionAtom, listedBalancesAtom } from './selected-asset.ts'

const assetHub = parseChainId('polkadot:68d56f15f85d3136970ec16946040bc1')
const holder = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const dollar = { chain: assetHub, address: '1984', symbol: 'USDt', name: 'Tether USD', decimals: 6 }

it('chain that cannot send tokens › lists none, and rejects one in a draft', async () => {
  const adapter = testAdapter({
    namespace: 'polkadot',
    nativeBalance: async () => 5n,
    allTokenBalances: async () => [{ asset: dollar, value: 7n }],
    tokenBalances: async () => [{ asset: dollar, value: 7n }],
  })
  const nativeCurrency = { name: 'Polkadot', symbol: 'DOT', decimals: 10 }
  const networks = [{ id: assetHub, name: 'Polkadot Asset Hub', nativeCurrency }]
  const routes = { '/v1/supported-chains': () => ({ body: { http: [], ws: [] } }) }
  const { store } = testWorld(
    sendOptions({}, { adapter, routes, config: { platforms: ['polkadot'], networks } }),
  )
  const connected = { ...connection, namespace: 'polkadot', accounts: [holder], chain: assetHub } as const
  store.set(dispatchConnectionEventAtom, 'polkadot', { is: 'succeeded', connection: connected })
  store.set(openModalAtom)
  store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSend' } })
  store.set(draftAtom, { asset: { chain: assetHub, address: '1984' } })
  for (const one of [listedBalancesAtom, assetSelectionAtom]) onTestFinished(store.sub(one, () => undefined))
  await vi.waitFor(() => expect(store.get(listedBalancesAtom).is).toBe('ready'))
  expect(store.get(listedBalancesAtom)).toMatchObject({
    data: [{ asset: { symbol: 'DOT', address: undefined }, value: 5n }],
  })
  await vi.waitFor(() => expect(store.get(assetSelectionAtom)).toEqual({ is: 'missing' }))
})
