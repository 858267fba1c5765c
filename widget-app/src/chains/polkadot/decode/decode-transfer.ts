import { normalizeAddress } from '../address.ts'
import type { ChainNode } from '../nodes.ts'
import type { FoundExtrinsic } from '../transactions/find-extrinsic.ts'
import type { ChainExtrinsic } from '../transactions/transfer-call.ts'

/** A signed extrinsic of a block, decoded as a native transfer if it is one. */
export type DecodedExtrinsic = {
  readonly signer: string | undefined
  readonly nonce: number
  /** `undefined` for any other call; `to` is `undefined` for a recipient of an unsupported kind. */
  readonly transfer: { readonly to: string | undefined; readonly value: bigint } | undefined
}

const transferMethods: readonly string[] = ['transfer', 'transferAllowDeath', 'transferKeepAlive']

/** Decodes an extrinsic with the types of the block's runtime; `undefined` if it is not signed. */
export async function decodeExtrinsic(
  { api }: Pick<ChainNode, 'api'>,
  found: FoundExtrinsic,
): Promise<DecodedExtrinsic | undefined> {
  const { tx } = await api.at(found.blockHash)
  try {
    return toDecodedExtrinsic(tx(found.bytes))
  } catch {
    // The bytes are not an extrinsic.
    return undefined
  }
}

function toDecodedExtrinsic({
  isSigned,
  signer,
  nonce,
  method,
}: ChainExtrinsic): DecodedExtrinsic | undefined {
  if (!isSigned) return undefined
  const [to, value] = method.args
  const isTransfer = method.section === 'balances' && transferMethods.includes(method.method)
  return {
    signer: normalizeAddress(signer.toString()),
    nonce: nonce.toNumber(),
    transfer:
      isTransfer && to !== undefined && value !== undefined
        ? { to: normalizeAddress(to.toString()), value: BigInt(value.toString()) }
        : undefined,
  }
}
