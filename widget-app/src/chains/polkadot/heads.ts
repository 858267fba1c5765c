import * as z from '#shared/zod.ts'
import type { JsonRpc, JsonRpcOptions } from '../json-rpc.ts'
import { hashSchema } from './scale-json.ts'

/** A block by number and hash. */
export type Head = { readonly number: number; readonly hash: string }

const headerSchema = () =>
  z.object({
    number: z.pipe(z.string().check(z.regex(/^0x[0-9a-fA-F]{1,12}$/)), z.transform(Number)),
  })

/** The latest finalized block. */
export async function finalizedHead(rpc: JsonRpc, options?: JsonRpcOptions): Promise<Head> {
  const hash = await rpc('chain_getFinalizedHead', [], hashSchema(), options)
  const { number } = await rpc('chain_getHeader', [hash], headerSchema(), options)
  return { number, hash }
}

/** Number of the latest block, which may still be reverted. */
export async function bestNumber(rpc: JsonRpc, options?: JsonRpcOptions): Promise<number> {
  return (await rpc('chain_getHeader', [], headerSchema(), options)).number
}
