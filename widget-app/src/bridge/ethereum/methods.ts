import { rpcGatewaysAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { connectionsAtom, currentConnections } from '#widget/domain/accounts/connections.ts'
import { rpcBatcherAtom } from '#widget/domain/rpc/page-rpc-batcher.ts'
import { atom } from '#widget/lib/state.ts'
import { callsStatus, capabilities, sendCalls } from './call-bundle-methods.ts'
import { addChain, switchChain } from './network-methods.ts'
import { permissions, requestPermissions, revokePermissions } from './permission-methods.ts'
import { ethereum, type RequestContext } from './request-context.ts'
import { showCallsStatus } from './show-calls-status.ts'
import { createSubscriptions, type SubscriptionPorts } from './subscriptions.ts'

const subscriptionsAtom = atom(() => createSubscriptions())

const subscriptionPorts = ({ get, emitMessage }: RequestContext): SubscriptionPorts => ({
  clock: get(portsAtom).clock,
  isAllowed: (chain) =>
    currentConnections(get(connectionsAtom)[ethereum]).some((connection) => connection.chain === chain),
  read: (chain, method, params, signal) =>
    get(rpcBatcherAtom)(get(rpcGatewaysAtom), chain, { method, params }, signal),
  emitMessage,
})

/**
 * Methods that the widget handles itself, with or without a request to the wallet; all others go to the wallet unchanged.
 */
export const widgetMethods: ReadonlyMap<string, (context: RequestContext) => unknown> = new Map<
  string,
  (context: RequestContext) => unknown
>([
  // The connection determines which accounts a host can see.
  ['eth_accounts', ({ wallet }) => wallet.accounts],
  ['eth_requestAccounts', ({ wallet }) => wallet.accounts],
  ['wallet_switchEthereumChain', switchChain],
  ['wallet_addEthereumChain', addChain],
  ['wallet_getPermissions', permissions],
  ['wallet_requestPermissions', requestPermissions],
  ['wallet_revokePermissions', revokePermissions],
  // Few hosts request sessions: the code is loaded with the first request.
  [
    'wallet_grantPermissions',
    async (context) => (await import('./grant-permissions.ts')).grantPermissions(context),
  ],
  ['wallet_getCapabilities', capabilities],
  ['wallet_sendCalls', sendCalls],
  ['wallet_getCallsStatus', callsStatus],
  ['wallet_showCallsStatus', showCallsStatus],
  [
    'eth_subscribe',
    (context) => {
      const id = `0x${context.get(portsAtom).ids()}`
      return context
        .get(subscriptionsAtom)
        .subscribe(subscriptionPorts(context), id, context.wallet.chain, context.params)
    },
  ],
  ['eth_unsubscribe', ({ get, params }) => get(subscriptionsAtom).unsubscribe(params)],
])
