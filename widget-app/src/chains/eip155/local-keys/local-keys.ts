import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import { type LocalKeys, requireNetwork } from '../../local-keys.ts'
import { addressSchema } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { readBatchSupport } from './batch-support.ts'
import { createChosenNonces } from './chosen-nonces.ts'
import { completeRequest } from './complete-request.ts'
import { respondToRequest } from './respond-to-request.ts'
import { signRequest } from './sign-request.ts'

type LocalKeyPorts = {
  readonly openRpc: OpenRpc
  readonly clock: AdapterPorts['clock'] /** Where nonces are kept between completion and response (`createChosenNonces`). */
  readonly chosenNonces: Set<string>
}

const nonceMethods: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'eth_signTransaction',
  'wallet_sendCalls',
])

/** Signing for our own wallet on EVM chains. */
export function createLocalKeys({ openRpc, clock, chosenNonces }: LocalKeyPorts): LocalKeys {
  const nonces = createChosenNonces(chosenNonces)
  return {
    complete: async (connection, request, network) => {
      requireNetwork(connection, network)
      return completeRequest({ rpc: openRpc(network), nonces }, connection, request)
    },
    nonceMethods,
    sign: signRequest,
    respond: async (connection, request, signed, network) => {
      requireNetwork(connection, network)
      return respondToRequest({ rpc: openRpc(network), clock, nonces }, connection, request, signed)
    },
    batches: {
      support: async (account, network) =>
        readBatchSupport(openRpc(network), z.parse(addressSchema, account)),
      receipt: (hash, network) => openRpc(network)('eth_getTransactionReceipt', [hash], z.unknown()),
    },
  }
}
