import {
  allHandlers,
  type Blockchain,
  type Handlers,
  ResponseError,
  type SubscriptionManager,
} from '@acala-network/chopsticks-core'
import * as z from 'zod/mini'

const lagParams = z.tuple([z.int().check(z.gte(0))])
const readyObject = z.strictObject({ ready: z.null() })

/** Emits the status `ready` as a string, as a real node does and strict clients require. Chopsticks emits an object. */
const plainReady = (manager: SubscriptionManager): SubscriptionManager => ({
  ...manager,
  subscribe: (...call) => {
    const tell = manager.subscribe(...call)
    return (status) => tell(readyObject.safeParse(status).success ? 'ready' : status)
  },
})

/**
 * Creates the RPC methods of the node: those of chopsticks, including `dev_*`, and `dev_setFinalityLag [blocks]`.
 * Chopsticks finalizes every block at once; with a lag the newest blocks are not final, as on a real chain.
 */
export function nodeHandlers(chain: Blockchain): Handlers {
  let lag = 0
  const finalized = async () => {
    const block = await chain.getBlockAt(Math.max(0, chain.head.number - lag))
    if (block === undefined) throw new ResponseError(-32000, 'The final block is not known')
    return block.hash
  }
  const own: Handlers = {
    author_submitAndWatchExtrinsic: async (context, params, manager) =>
      allHandlers.author_submitAndWatchExtrinsic?.(context, params, plainReady(manager)),
    chain_getFinalizedHead: finalized,
    chain_getFinalisedHead: finalized,
    dev_setFinalityLag: async (_context, params) => {
      lag = z.parse(lagParams, params)[0]
      return lag
    },
  }
  const methods = Object.keys({ ...allHandlers, ...own }).sort()
  return { ...allHandlers, ...own, rpc_methods: async () => ({ version: 1, methods }) }
}
