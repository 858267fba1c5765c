import {
  allHandlers,
  type Blockchain,
  type Handlers,
  ResponseError,
  type SubscriptionManager,
} from '@acala-network/chopsticks-core'
import * as z from '#shared/zod.ts'

const lagParams = z.tuple([z.int().check(z.gte(0))])
const readySchema = z.strictObject({ ready: z.null() })

/** Emits the status `ready` as a string, as a real node does and strict clients require. Chopsticks emits an object. */
const emitReadyAsString = (manager: SubscriptionManager): SubscriptionManager => ({
  ...manager,
  subscribe: (...args) => {
    const emit = manager.subscribe(...args)
    return (status) => emit(readySchema.safeParse(status).success ? 'ready' : status)
  },
})

/**
 * Creates the RPC methods of the node: those of chopsticks, including `dev_*`, and `dev_setFinalityLag [blocks]`.
 * Chopsticks finalizes every block at once; with a lag the newest blocks are not final, as on a real chain.
 */
export function createNodeHandlers(chain: Blockchain): Handlers {
  let lag = 0
  const getFinalizedHead = async () => {
    const block = await chain.getBlockAt(Math.max(0, chain.head.number - lag))
    if (block === undefined) throw new ResponseError(-32000, 'The final block is not known')
    return block.hash
  }
  const overrides: Handlers = {
    author_submitAndWatchExtrinsic: async (context, params, manager) =>
      allHandlers.author_submitAndWatchExtrinsic?.(context, params, emitReadyAsString(manager)),
    chain_getFinalizedHead: getFinalizedHead,
    chain_getFinalisedHead: getFinalizedHead,
    dev_setFinalityLag: async (_context, params) => {
      lag = z.parse(lagParams, params)[0]
      return lag
    },
  }
  const methods = Object.keys({ ...allHandlers, ...overrides }).sort()
  return { ...allHandlers, ...overrides, rpc_methods: async () => ({ version: 1, methods }) }
}
