import { parseChainId } from '#shared/caip/chain-id.ts'
import { loadedOnce } from '#widget/lib/loaded-once.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import type { ChainAdapter } from '../contract.ts'
import { addressForms, parseAddress } from './address.ts'
import { addressOn } from './address-on.ts'
import { assetReads } from './assets.ts'
import { nativeHolding } from './balance.ts'
import { chosenChains } from './chosen-chains.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { estimateFee } from './fee.ts'
import { follow } from './follow.ts'
import { createNodes } from './nodes.ts'
import { prepareRequest } from './prepare-request.ts'
import { send } from './send.ts'
import { signIn } from './sign-in.ts'
import { switchNetwork } from './switch-network.ts'
import { verifySent } from './verify-sent.ts'
import { watch } from './watch.ts'

/** Chain of a connection without a chosen one: Polkadot Asset Hub, as for hosts that name no network. */
const defaultChain = parseChainId('polkadot:68d56f15f85d3136970ec16946040bc1')

/** Everything the widget can do on Substrate chains (namespace `polkadot`), with wallets of `injectedWeb3`. */
export function createAdapter(ports: AdapterPorts): ChainAdapter {
  const { transport, clock, pollIntervalMs } = ports
  const nodes = createNodes(ports)
  const assets = assetReads(nodes)
  const chosen = chosenChains()
  // It comes with the first request of a dApp.
  const review = loadedOnce(() => import('./review.ts'))
  const followPorts = { nodes, clock, ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }) }
  return {
    namespace: 'polkadot',
    parseAddress,
    addressOn: (address, network) => addressOn(nodes, address, network),
    addressForms: (address) => addressForms(address, nodes.prefixes()),
    connect: (wallet, options) =>
      connect(transport, wallet, ports.chosenChain?.('polkadot') ?? defaultChain, options),
    disconnect: (connection) => disconnect(transport, connection),
    watch: (connection, onChange) => watch(transport, chosen, connection, onChange),
    prepare: (connection, request) => prepareRequest({ ...ports, nodes, review }, connection, request),
    readyRequests: review,
    readFigures: async (description, network, signal) =>
      (await review()).figuresOf(nodes, description, network, signal),
    switchNetwork: (connection, network) => switchNetwork(transport, chosen, connection, network),
    signIn: (connection, message, options) => signIn(transport, connection, message, options),
    readText: async (text) => (await import('../read-message.ts')).readText(text),
    // Its curves are needed once in a visit, if at all.
    verifyMessage: async (signed) => (await import('./verify-message.ts')).verifyMessage(signed),
    nativeBalance: async (address, network) => (await nativeHolding(nodes, address, network)).value,
    nativeHolding: (address, network) => nativeHolding(nodes, address, network),
    tokenBalances: assets.balances,
    heldTokens: assets.held,
    estimateFee: (transfer, network) => estimateFee(nodes, transfer, network),
    send: (connection, transfer, fee, onSigned) =>
      send({ transport, nodes }, connection, transfer, fee, onSigned),
    verifySent: (transaction, transfer, network, signal) =>
      verifySent({ nodes, clock }, transaction, transfer, network, signal),
    follow: (transaction, network, onStatus, signal) =>
      follow(followPorts, transaction, network, onStatus, signal),
  }
}
