import {
  type Address,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  isAddress,
  isAddressEqual,
  isHex,
  recoverMessageAddress,
} from 'viem'
import { callContract } from '../../chain-clients/evm-call.ts'
import type { ChainRpc } from '../../ports/rpc.ts'

const isSignedByKey = (address: Address, message: string, signature: Hex): Promise<boolean> =>
  recoverMessageAddress({ message, signature }).then(
    (signer) => isAddressEqual(signer, address),
    () => false,
  )

/**
 * Whether an account of an EVM chain signed a text (EIP-191): by its key, else, for an account that is a contract (ERC-1271)
 * or becomes one (ERC-6492), by the chain, which runs the universal validator without deploying it.
 * @throws ChainCallError when the chain did not answer, UnsupportedChainError.
 */
export async function isSignedByEvmAccount(
  rpc: ChainRpc,
  chainId: string,
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  if (!isAddress(address, { strict: false }) || !isHex(signature)) return false
  if (await isSignedByKey(address, message, signature)) return true
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hashMessage(message), signature],
  })
  const result = await callContract(rpc, chainId, { data }, 'latest', { isFresh: true })
  // The validator reverts for what it cannot read, and where the account's contract reverts.
  if (result.is === 'reverted') return false
  if (!/^0x(?:0*)[01]$/.test(result.data)) throw new Error(`${chainId} did not run the signature validator`)
  return BigInt(result.data) === 1n
}
