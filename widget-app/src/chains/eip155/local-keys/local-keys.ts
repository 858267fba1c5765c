import { rpcPollIntervalMs } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import { type LocalKeys, requireNetwork } from '../../local-keys.ts'
import { addressSchema } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { readOperationReceipt } from '../sponsorship/operation-receipt.ts'
import { watchOperation } from '../sponsorship/watch-operation.ts'
import { readBatchReceipt } from './batch-receipt.ts'
import { readBatchSupport } from './batch-support.ts'
import { createChosenNonces } from './chosen-nonces.ts'
import { completeRequest } from './complete-request.ts'
import { respondToRequest } from './respond-to-request.ts'
import { signRequest } from './sign-request.ts'

type LocalKeyPorts = {
  readonly openRpc: OpenRpc
  /** Where nonces are kept between completion and response (`createChosenNonces`). */
  readonly chosenNonces: Set<string>
} & Pick<AdapterPorts, 'clock' | 'loadSponsor' | 'pollIntervalMs'>

const nonceMethods: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'eth_signTransaction',
  'wallet_sendCalls',
])

/** Signing for our own wallet on EVM chains. */
export function createLocalKeys({
  openRpc,
  chosenNonces,
  clock,
  loadSponsor,
  pollIntervalMs = rpcPollIntervalMs,
}: LocalKeyPorts): LocalKeys {
  const nonces = createChosenNonces(chosenNonces)
  const portsOf = async (network: Parameters<OpenRpc>[0]) => ({
    ...{ rpc: openRpc(network), nonces, clock, pollIntervalMs },
    sponsor: await loadSponsor?.(),
  })
  return {
    complete: async (connection, request, network, options) => {
      requireNetwork(connection, network)
      return completeRequest(await portsOf(network), connection, request, options)
    },
    nonceMethods,
    sign: signRequest,
    respond: async (connection, request, signed, network) => {
      requireNetwork(connection, network)
      return respondToRequest(await portsOf(network), connection, request, signed)
    },
    batches: {
      support: async (account, network) =>
        readBatchSupport(openRpc(network), z.parse(addressSchema, account)),
      receipt: (sent, network) => readBatchReceipt(openRpc(network), sent),
    },
    operations: {
      receipt: (operation, network) => readOperationReceipt(openRpc(network), operation),
      watch: async (operation, network, signal) => {
        const { sponsor, ...ports } = await portsOf(network)
        return sponsor ? watchOperation({ ...ports, sponsor }, operation, { signal }) : { is: 'open' }
      },
    },
  }
}
