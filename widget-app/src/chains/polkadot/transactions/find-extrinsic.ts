import { u8aToHex } from '@polkadot/util'
import { blake2AsHex } from '@polkadot/util-crypto/blake2'
import { WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { accountBytes } from '../address.ts'
import { bytesSchema, hashSchema } from '../scale-json.ts'

/** An extrinsic in a block; events refer to it by `index`. */
export type FoundExtrinsic = {
  readonly block: number
  readonly blockHash: string
  readonly index: number
  readonly bytes: string
  readonly hash: string
}

const blockSchema = () => z.object({ block: z.object({ extrinsics: z.array(bytesSchema()) }) })

/** Length, version and address kind precede the signer: at most 4, 1 and 1 bytes. */
const signerEndsBefore = 2 + 2 * (4 + 1 + 1 + 32)

/**
 * The extrinsics that an account signed in a block. In signed ones the signer is near the start, so that no others need
 * decoding.
 * @throws WidgetError `http/invalid-response` if the node does not (yet) have the block.
 */
export async function extrinsicsOf(
  rpc: JsonRpc,
  account: string,
  block: number,
  signal: AbortSignal,
): Promise<readonly FoundExtrinsic[]> {
  const options = { signal }
  const signer = u8aToHex(accountBytes(account)).slice(2)
  const blockHash = await rpc('chain_getBlockHash', [block], z.nullable(hashSchema()), options)
  const found = blockHash && (await rpc('chain_getBlock', [blockHash], z.nullable(blockSchema()), options))
  if (!found) throw new WidgetError('http/invalid-response', `The node does not have block ${block}`)
  return found.block.extrinsics.flatMap((bytes, index) =>
    bytes.slice(0, signerEndsBefore).toLowerCase().includes(signer)
      ? [{ block, blockHash, index, bytes, hash: blake2AsHex(bytes) }]
      : [],
  )
}
