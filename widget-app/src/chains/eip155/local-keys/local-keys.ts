import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import { type LocalKeys, requireNetwork } from '../../local-keys.ts'
import { addressSchema } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { readBatchSupport } from './batch-support.ts'
import { completeRequest } from './complete-request.ts'
import { respondToRequest } from './respond-to-request.ts'
import { signRequest } from './sign-request.ts'

type LocalKeyPorts = { readonly openRpc: OpenRpc; readonly clock: AdapterPorts['clock'] }

const nonceMethods: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'eth_signTransaction',
  'wallet_sendCalls',
])

/** Signing for our own wallet on EVM chains. */
export const createLocalKeys = ({ openRpc, clock }: LocalKeyPorts): LocalKeys => ({
  complete: async (connection, request, network) => {
    requireNetwork(connection, network)
    return completeRequest(openRpc(network), connection, request)
  },
  nonceMethods,
  sign: signRequest,
  respond: async (connection, request, signed, network) => {
    requireNetwork(connection, network)
    return respondToRequest({ rpc: openRpc(network), clock }, connection, request, signed)
  },
  batches: {
    support: async (account, network) => readBatchSupport(openRpc(network), z.parse(addressSchema, account)),
    receipt: (hash, network) => openRpc(network)('eth_getTransactionReceipt', [hash], z.unknown()),
  },
})
