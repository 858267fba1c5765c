import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { createRpcBatcher } from './rpc-batcher.ts'

/** One batcher for all calls of this document, so that those of one tick share a batch. */
export const rpcBatcherAtom = atom((get) => createRpcBatcher(get(portsAtom)))
