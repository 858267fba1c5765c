import { parseChainId } from '#shared/caip/chain-id.ts'
import { walletHintAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import bundledWallets from '#widget/domain/wallets/generated/wallets.json'
import { testConnection } from '#widget/testing/connection.ts'
import type { FixturesOf } from '#widget/testing/fixture.ts'
import { type TestWorld, type TestWorldOptions, testAdapter, testWallet } from '#widget/testing/world.ts'

const ethereum = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const local = parseChainId('eip155:31337')
const wallet = testWallet()

const options: TestWorldOptions = {
  bundledNetworks,
  topWallets,
  bundledWallets,
  wallets: [wallet],
  deploy: {
    networks: [
      {
        id: local,
        name: 'Harbour local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        local: true,
      },
    ],
  },
  config: { networks: [ethereum, base, 'eip155:10', local] },
}

const many = bundledNetworks.slice(0, 14).map(({ id }) => parseChainId(id))

const connectedOn =
  (chain: typeof ethereum) =>
  ({ store }: TestWorld): void => {
    store.set(watchWalletsAtom)
    store.set(dispatchConnectionEventAtom, 'eip155', {
      is: 'succeeded',
      connection: testConnection({ handle: wallet.handle, chain }),
    })
  }

const withSwitch = (switchNetwork: () => Promise<void>): TestWorldOptions => ({
  ...options,
  adapter: testAdapter({ switchNetwork }),
})
const never = () => new Promise<never>(() => {})
const rejectingWith = (error: Error) => withSwitch(() => Promise.reject(error))
const toBase: ViewOf<'SwitchNetwork'> = { name: 'SwitchNetwork', chainId: base }

/** Every state of the network views. Test only. */
export const fixtures: FixturesOf<'Networks' | 'SwitchNetwork' | 'SwitchActiveChain' | 'UnsupportedChain'> = {
  Networks: [
    { view: { name: 'Networks' }, state: 'connected', options, before: connectedOn(base) },
    { view: { name: 'Networks' }, state: 'not connected', options },
    {
      view: { name: 'Networks' },
      state: 'many',
      options: { ...options, config: { networks: many } },
      before: connectedOn(base),
    },
    {
      view: { name: 'Networks' },
      state: 'loading',
      options: { config: { networks: [ethereum, base] } },
      before: ({ ports }) => {
        ports.bundled.networks = never
      },
    },
    {
      view: { name: 'Networks' },
      state: 'none known',
      options: { bundledNetworks: [], config: { networks: [ethereum, base] } },
    },
  ],
  SwitchNetwork: [
    { view: toBase, state: 'asking', options: withSwitch(never), before: connectedOn(ethereum) },
    {
      view: toBase,
      state: 'not answering',
      options: withSwitch(never),
      before: connectedOn(ethereum),
      after: ({ clock }) => clock.advance(walletHintAfterMs),
    },
    {
      view: toBase,
      state: 'rejected',
      options: rejectingWith(new ProviderRpcError(providerCodes.userRejected, 'User rejected the request')),
      before: connectedOn(ethereum),
    },
    {
      view: toBase,
      state: 'already pending',
      options: rejectingWith(new ProviderRpcError(providerCodes.requestPending, 'Request already pending')),
      before: connectedOn(ethereum),
    },
    {
      view: toBase,
      state: 'not supported',
      options: rejectingWith(new WidgetError('chain/not-supported-by-wallet', 'Chain is not supported')),
      before: connectedOn(ethereum),
    },
    {
      view: toBase,
      state: 'failed',
      options: rejectingWith(new ProviderRpcError(providerCodes.internal, 'Internal JSON-RPC error.')),
      before: connectedOn(ethereum),
    },
    { view: toBase, state: 'done', options, before: connectedOn(base) },
  ],
  SwitchActiveChain: [
    {
      view: { name: 'SwitchActiveChain', namespace: 'solana' },
      state: 'no account there',
      options: { ...options, config: { platforms: ['ethereum', 'solana'] } },
      before: connectedOn(ethereum),
    },
  ],
  UnsupportedChain: [
    {
      view: { name: 'UnsupportedChain' },
      state: 'known network',
      options: { ...options, config: { networks: [ethereum, base] } },
      before: connectedOn(local),
    },
    {
      view: { name: 'UnsupportedChain' },
      state: 'unknown network',
      options: { ...options, config: { networks: [ethereum, base] } },
      before: connectedOn(parseChainId('eip155:424242')),
    },
  ],
}
