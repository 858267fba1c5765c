import { erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } from 'viem'
import { encodeDeployData, hashMessage, recoverAddress } from 'viem/utils'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import type { SignedText } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { addressSchema, bytesSchema, type Hex, isSameHex } from '../hex.ts'
import { canonicalSignature, readBytes } from './wallet-responses.ts'

/** Whose key made a signature; undefined for what is none. */
export async function signerOf(hash: Hex, signature: Hex): Promise<Hex | undefined> {
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    return undefined
  }
}

/**
 * Asks the chain with the validator of ERC-6492, which is run and never deployed: it makes a contract that waits for its
 * deployment, asks a contract that is there (ERC-1271), and recovers the key of anybody else.
 */
export async function isValidOnChain(
  rpc: JsonRpc,
  address: Hex,
  hash: Hex,
  signature: Hex,
): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  })
  try {
    return /^0x0*1$/.test(await rpc('eth_call', [{ data }, 'latest'], bytesSchema))
  } catch (error) {
    // The node ran it, and it reverted: no signature of this contract. Anything else is no answer at all.
    if (isProviderRpcError(error)) return false
    throw error
  }
}

/**
 * Whether an account signed a text by EIP-191: by its key, or as a contract (ERC-1271, ERC-6492), for which the chain is
 * asked.
 * @throws WidgetError `http/…` while the chain cannot be asked.
 */
export async function verifyMessage(
  rpc: JsonRpc,
  signed: SignedText & { readonly address: string },
): Promise<boolean> {
  const address = addressSchema.safeParse(signed.address)
  const signature = readBytes(signed.signature)
  if (!address.success || signature === undefined) return false
  const hash = hashMessage(signed.message)
  const own = canonicalSignature(signature) ?? signature
  if (isSameHex(await signerOf(hash, own), address.data)) return true
  return isValidOnChain(rpc, address.data, hash, signature)
}
