import { type LocalKeys, requireNetwork } from '../../local-keys.ts'
import type { OpenRpc } from '../rpc.ts'
import { completeRequest, type ReadBlockhash } from './complete-request.ts'
import { respondToRequest, type SendTransaction } from './respond-to-request.ts'
import { signRequest } from './sign-request.ts'

/** The adapter's own functions, so that its code is not split into more files. */
type LocalKeyPorts = {
  readonly openRpc: OpenRpc
  readonly latestBlockhash: ReadBlockhash
  readonly submit: SendTransaction
}

/** Signing for our own wallet on Solana. */
export const createLocalKeys = ({ openRpc, latestBlockhash, submit }: LocalKeyPorts): LocalKeys => ({
  complete: async (connection, request, network) => {
    requireNetwork(connection, network)
    return completeRequest(() => latestBlockhash(openRpc(network)), connection, request)
  },
  sign: signRequest,
  respond: async (connection, request, signed, network) => {
    requireNetwork(connection, network)
    return respondToRequest((wire) => submit(openRpc(network), wire), connection, request, signed)
  },
})
