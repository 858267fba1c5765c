import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import type { ViewOf } from '#widget/core/view.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import type { Fixture, FixturesOf } from '#widget/testing/fixture.ts'
import type { TestWorld, TestWorldOptions } from '#widget/testing/world.ts'
import { isRequestingAmountAtom, requestDraftAtom } from './atoms.ts'
import {
  connection,
  dotOptions,
  openDotReceive,
  openReceive,
  receiveOptions,
  usdcAsset,
} from './testing/receive-world.ts'

type State = Fixture<ViewOf<'WalletReceive'>>

const never = () => new Promise<never>(() => {})

const state = (
  name: string,
  options: TestWorldOptions = receiveOptions(),
  open: (world: TestWorld) => void = openReceive,
  after?: Fixture['after'],
): State => ({
  view: { name: 'WalletReceive' },
  state: name,
  options: { bundledNetworks, ...options },
  before: open,
  ...(after ? { after } : {}),
})

const requesting = (name: string, draft: { readonly asset?: Asset; readonly text: string }): State =>
  state(name, receiveOptions(), openReceive, async ({ store }) => {
    store.set(isRequestingAmountAtom, true)
    store.set(requestDraftAtom, draft)
  })

/** Opens Receive on the chain with this id. */
const onChain =
  (chain: string) =>
  (world: TestWorld): void =>
    openReceive(world, { ...connection, chain: parseChainId(chain) })

/** Every state of Receive. Test only. */
export const fixtures: FixturesOf<'WalletReceive'> = {
  WalletReceive: [
    state('address'),
    requesting('amount', { text: '0.25' }),
    requesting('token', { asset: usdcAsset, text: '12.5' }),
    requesting('wrong amount', { asset: usdcAsset, text: '0.1234567' }),
    state('loading', dotOptions(never), openDotReceive),
    state('on Polkadot', dotOptions(), openDotReceive),
    state(
      'address form unknown',
      dotOptions(() => Promise.reject(new Error('No node'))),
      openDotReceive,
    ),
    state('network unknown', receiveOptions(), onChain('eip155:999999')),
    state('contract', receiveOptions({ filterContracts: async (addresses) => addresses })),
    state('network not used by the site', receiveOptions(), onChain('eip155:10')),
    state(
      'test network',
      receiveOptions({}, { config: { networks: ['eip155:1', 'eip155:11155111'] } }),
      onChain('eip155:11155111'),
    ),
    { view: { name: 'WalletReceive' }, state: 'not connected' },
  ],
}
