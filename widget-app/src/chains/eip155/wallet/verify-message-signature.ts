import { erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } from 'viem'
import { encodeDeployData, hashMessage, recoverAddress } from 'viem/utils'
import { isProviderRpcError } from '#shared/errors/provider-error.ts'
import type { SignedText } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { addressSchema, bytesSchema, type Hex, isSameHex } from '../hex.ts'
import { canonicalSignature, readBytes } from './wallet-responses.ts'

/** The address whose key made a signature; undefined for an invalid one. */
export async function signerOf(hash: Hex, signature: Hex): Promise<Hex | undefined> {
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    return undefined
  }
}

/**
 * Verifies a signature on the chain with the validator of ERC-6492, which is executed and never deployed: it deploys a
 * counterfactual contract, calls a deployed contract (ERC-1271), and recovers the key of any other account.
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
    // The node executed it, and it reverted: not a signature of this contract. Any other error is not a result.
    if (isProviderRpcError(error)) return false
    throw error
  }
}

/**
 * Whether an account signed a text by EIP-191: by its key, or as a contract (ERC-1271, ERC-6492), which the chain verifies.
 * @throws WidgetError `http/…` while the chain cannot be called.
 */
export async function verifyMessage(
  rpc: JsonRpc,
  signed: SignedText & { readonly address: string },
): Promise<boolean> {
  const address = addressSchema.safeParse(signed.address)
  const signature = readBytes(signed.signature)
  if (!address.success || signature === undefined) return false
  const hash = hashMessage(signed.message)
  const canonical = canonicalSignature(signature) ?? signature
  if (isSameHex(await signerOf(hash, canonical), address.data)) return true
  return isValidOnChain(rpc, address.data, hash, signature)
}
