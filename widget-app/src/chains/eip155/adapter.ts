import type { AdapterPorts, ChainAdapter } from '../contract.ts'
import { parseAddress } from './address.ts'
import { nativeBalance, tokenBalances } from './balances.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'
import { estimateFee } from './fee.ts'
import { follow } from './follow.ts'
import { rpcOpener } from './rpc.ts'
import { send } from './send.ts'
import { switchNetwork } from './switch-network.ts'
import { verifySent } from './verify-sent.ts'
import { watch } from './watch.ts'

/** Everything the widget can do on EVM chains (namespace `eip155`). */
export function createAdapter(ports: AdapterPorts): ChainAdapter {
  const { transport, clock, pollIntervalMs } = ports
  const openRpc = rpcOpener(ports)
  const followPorts = { openRpc, clock, ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }) }
  return {
    namespace: 'eip155',
    parseAddress,
    connect: (wallet, options) => connect(transport, wallet, options),
    disconnect: (connection) => disconnect(transport, connection),
    watch: (connection, onChange) => watch(transport, connection, onChange),
    request: (connection, request, options) => transport.request(connection.handle, request, options),
    switchNetwork: (connection, network) => switchNetwork(transport, connection, network),
    nativeBalance: (address, network) => nativeBalance(openRpc, address, network),
    tokenBalances: (address, network, tokens) => tokenBalances(openRpc, address, network, tokens),
    estimateFee: (transfer, network) => estimateFee(openRpc, transfer, network),
    send: (connection, transfer, fee) => send(transport, connection, transfer, fee),
    verifySent: (transaction, transfer, network, signal) =>
      verifySent({ openRpc, clock }, transaction, transfer, network, signal),
    follow: (transaction, network, onStatus, signal) =>
      follow(followPorts, transaction, network, onStatus, signal),
  }
}
