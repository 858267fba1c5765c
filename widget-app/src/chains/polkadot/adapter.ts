import { parseChainId } from '#shared/caip/chain-id.ts'
import { lazyOnce } from '#widget/lib/lazy-once.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import type { ChainAdapter } from '../chain-adapter.ts'
import { addressEncodings, parseAddress } from './address.ts'
import { createAssetReads } from './assets.ts'
import { formatAddressOn } from './encode-address.ts'
import { createNodes } from './nodes.ts'
import { nativeTotals } from './transactions/balance.ts'
import { estimateFee } from './transactions/fee.ts'
import { prepareRequest } from './transactions/prepare-request.ts'
import { send } from './transactions/send.ts'
import { switchNetwork } from './transactions/switch-network.ts'
import { verifySent } from './transactions/verify-sent.ts'
import { waitForTransaction } from './transactions/wait-for-transaction.ts'
import { connect } from './wallet/connect.ts'
import { disconnect } from './wallet/disconnect.ts'
import { createSelectedChains } from './wallet/selected-chains.ts'
import { signIn } from './wallet/sign-in.ts'
import { watch } from './wallet/watch-wallet-events.ts'

/** Chain of a connection without a selected one: Polkadot Asset Hub, as for hosts that configure no network. */
const defaultChain = parseChainId('polkadot:68d56f15f85d3136970ec16946040bc1')

/** The chain adapter for Substrate chains (namespace `polkadot`), with `injectedWeb3` wallets. */
export function createAdapter(ports: AdapterPorts): ChainAdapter {
  const { transport, clock, pollIntervalMs } = ports
  const nodes = createNodes(ports)
  const assets = createAssetReads(nodes)
  const selectedChains = createSelectedChains()
  // Loaded with the first dApp request.
  const review = lazyOnce(() => import('./decode/review.ts'))
  const waitPorts = { nodes, clock, ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }) }
  return {
    namespace: 'polkadot',
    parseAddress,
    formatAddress: (address, network) => formatAddressOn(nodes, address, network),
    addressForms: (address) => addressEncodings(address, nodes.prefixes()),
    connect: (wallet, options) =>
      connect(transport, wallet, ports.selectedChain?.('polkadot') ?? defaultChain, options),
    disconnect: (connection) => disconnect(transport, connection),
    watch: (connection, onChange) => watch(transport, selectedChains, connection, onChange),
    prepare: (connection, request) => prepareRequest({ ...ports, nodes, review }, connection, request),
    preloadRequests: review,
    readTokenMetadata: async (description, network, signal) =>
      (await review()).addMetadata(nodes, description, network, signal),
    switchNetwork: (connection, network) => switchNetwork(transport, selectedChains, connection, network),
    signIn: (connection, message, options) => signIn(transport, connection, message, options),
    decodeText: async (text) => (await import('../decode-message.ts')).decodeUtf8Text(text),
    // Its curves are needed at most once per visit.
    verifyMessage: async (signed) =>
      (await import('./wallet/verify-message-signature.ts')).verifyMessage(signed),
    localKeys: async () => (await import('./local-keys/local-keys.ts')).localKeys,
    nativeBalance: async (address, network) => (await nativeTotals(nodes, address, network)).value,
    nativeTotals: (address, network) => nativeTotals(nodes, address, network),
    tokenBalances: assets.balances,
    allTokenBalances: assets.listed,
    estimateFee: (transfer, network) => estimateFee(nodes, transfer, network),
    send: (connection, transfer, fee, onSigned) =>
      send({ transport, nodes }, connection, transfer, fee, onSigned),
    verifySent: (transaction, transfer, network, signal) =>
      verifySent({ nodes, clock }, transaction, transfer, network, signal),
    waitForTransaction: (transaction, network, onStatus, signal) =>
      waitForTransaction(waitPorts, transaction, network, onStatus, signal),
  }
}
