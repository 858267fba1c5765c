import {
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
  isAddress,
  isAddressEqual,
  isHex,
} from 'viem'
import { callContract } from '../../chain-clients/evm-call.ts'
import { ChainCallError } from '../../ports/chain-call-error.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import type { RecoverSigner } from './recover-signer.ts'

/**
 * Whether an account of an EVM chain signed a text (EIP-191): verified by key, else, for a contract account (ERC-1271) or a
 * counterfactual one (ERC-6492), on the chain, which runs the universal validator without deploying it.
 * @throws ChainCallError when the chain did not respond, UnsupportedChainError.
 */
export async function isSignedByEvmAccount(
  rpc: ChainRpc,
  recover: RecoverSigner,
  chainId: string,
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  if (!isAddress(address, { strict: false }) || !isHex(signature)) return false
  const hash = hashMessage(message)
  const signer = await recover(hash, signature)
  if (signer !== undefined && isAddressEqual(signer, address)) return true
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  })
  const result = await callContract(rpc, chainId, { data }, 'latest', { isFresh: true })
  // The validator reverts for input that it cannot decode, and if the account's contract reverts.
  if (result.is === 'reverted') return false
  if (!/^0x(?:0*)[01]$/.test(result.data))
    throw new ChainCallError({ chainId, method: 'eth_call' }, 'the signature validator did not run')
  return BigInt(result.data) === 1n
}
