import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { createRpcBatcher } from './rpc-batcher.ts'

/** One lane for all reads of this page, so that those of one tick meet. */
export const rpcBatcherAtom = atom((get) => createRpcBatcher(get(portsAtom)))
