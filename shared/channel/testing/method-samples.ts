import * as z from '#shared/zod.ts'
import { chainIdSchema } from '../../caip/chain-id.ts'
import type { HostMethods, WidgetMethods } from '../channel-methods.ts'
import type { Handlers, MethodTable, Risk } from '../method.ts'
import type { InjectedWallet } from '../records/discovered-wallet.ts'
import type { BridgeState } from '../records/entries.ts'

const chainId = z.parse(chainIdSchema, 'eip155:1')
export const handle = 'a'.repeat(32)
export const wallet: InjectedWallet = {
  handle,
  namespace: 'eip155',
  source: 'eip6963',
  rdns: 'test.harbour',
  name: 'Harbour',
  icon: 'data:image/png;base64,AA==',
}
export const state: BridgeState = {
  open: true,
  loading: false,
  status: 'connected',
  statuses: { eip155: 'connected', solana: 'connecting', polkadot: 'disconnected' },
  activeNamespace: 'eip155',
  chains: [chainId],
  accounts: [
    {
      id: 'ethereum:test.harbour:0x1',
      platform: 'ethereum',
      namespace: 'eip155',
      address: '0x1',
      walletName: 'Harbour',
      walletId: 'ethereum:test.harbour',
      isWalletDefault: true,
    },
  ],
  wallets: [
    {
      id: 'ethereum:test.harbour',
      platform: 'ethereum',
      type: 'injected',
      name: 'Harbour',
      isConnected: true,
    },
  ],
}
const config = { projectId: 'demo', metadata: { name: 'Shop' }, platforms: ['ethereum'] }
/** A request of a dApp that may prompt the user. */
export const rpc = { method: 'eth_sendTransaction', params: [{ to: '0x1', value: '0x0' }] }

/** A valid call of a method. */
export type MethodSample = {
  readonly params: unknown
  readonly result: unknown
  readonly risk: Risk
  /** Whether its parameters are unparsed: the widget's handler parses them (`widget-app/src/bridge/host-methods.ts`). */
  readonly isUnparsed?: true
}

/** One call of each method of the widget. */
export const widgetSamples: { readonly [Name in keyof WidgetMethods]: MethodSample } = {
  'config.set': { risk: 'view', params: { config }, result: {} },
  'modal.open': {
    risk: 'view',
    isUnparsed: true,
    params: { view: 'WalletSend', namespace: 'eip155', amount: '1', chainId },
    result: { is: 'connected', namespace: 'eip155', chainId, address: '0x1', walletId: 'w' },
  },
  'modal.close': { risk: 'view', params: {}, result: {} },
  'modal.escape': { risk: 'view', params: {}, result: {} },
  'state.get': { risk: 'read', params: {}, result: state },
  'wallet.connect': {
    risk: 'prompt',
    isUnparsed: true,
    params: { walletId: 'ethereum:test.harbour' },
    result: {},
  },
  'session.disconnect': { risk: 'view', isUnparsed: true, params: { namespace: 'eip155' }, result: {} },
  'network.switch': { risk: 'prompt', isUnparsed: true, params: { chainId }, result: {} },
  'theme.set': {
    risk: 'view',
    isUnparsed: true,
    params: { mode: 'dark', variables: { accent: '#123456' } },
    result: {},
  },
  'consent.set': { risk: 'view', isUnparsed: true, params: { analytics: true }, result: {} },
  'wallet.request': { risk: 'prompt', params: rpc, result: { result: `0x${'ab'.repeat(32)}` } },
}

/** One call of each method of the host. */
export const hostSamples: { readonly [Name in keyof HostMethods]: MethodSample } = {
  'wallets.watch': { risk: 'read', params: {}, result: { wallets: [wallet] } },
  'provider.request': { risk: 'prompt', params: { handle, ...rpc }, result: { result: null } },
  'siwx.call': { risk: 'view', params: { name: 'getNonce', params: {} }, result: { result: 'a1b2c3d4' } },
  'chain.read': {
    risk: 'read',
    params: { chainId, method: 'eth_getBalance', params: ['0x1'] },
    result: { result: '0x1' },
  },
  'overlay.show': { risk: 'view', params: {}, result: {} },
  'overlay.hide': { risk: 'view', params: {}, result: {} },
  'frame.resize': { risk: 'view', params: { height: 480 }, result: {} },
}

/** Handlers of all methods of a table, each from its name. */
export function handlersOf<T extends MethodTable>(
  table: T,
  handlerOf: (name: string) => (params: unknown) => unknown,
): Handlers<T> {
  const entries = Object.keys(table).map((name) => [name, handlerOf(name)])
  // Untyped on purpose: the link parses what the handlers return.
  return Object.fromEntries(entries)
}

/** Handlers that return the samples' results. */
export const sampleHandlers = <T extends MethodTable>(
  table: T,
  samples: { readonly [Name in keyof T]: MethodSample },
): Handlers<T> => handlersOf(table, (name) => () => samples[name]?.result)
