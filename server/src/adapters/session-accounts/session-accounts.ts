import { secp256k1 } from '@noble/curves/secp256k1'
import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddress,
  isHex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  recoverMessageAddress,
  size,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { callContract } from '../../chain-clients/evm-call.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import type { SessionAccounts } from '../../ports/session-accounts.ts'
import { decodeCall } from './read-call.ts'

const namespace = 'eip155:'
const accountPattern = /^(eip155:[1-9]\d{0,31}):(0x[0-9a-fA-F]{40})$/
/** Uncompressed (SEC1). */
const publicKeyPattern = /^0x04[0-9a-fA-F]{128}$/

/** Reads a session from the account contract; the account runs that contract by EIP-7702. */
const abi = parseAbi([
  'function sessions(address key, address cosigner) view returns (uint64 expiry, uint64 used)',
])
/** The contract's hash input: chain id, account, number of acts so far, and the act with its two keys. */
const hashedParameters = parseAbiParameters(
  'uint256 chainId, address account, uint64 used, (address key, address cosigner, address to, uint256 value, bytes data) act',
)
const resultBytes = 64
const uint64Limit = 2n ** 64n

/** @throws Error for a text that is not an address. */
function toAddress(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new Error('The text is not an EVM address')
  return getAddress(text)
}

/** @throws Error for a text that is not hex; the message does not contain it: it may be a private key. */
function toHex(text: string): Hex {
  if (!isHex(text)) throw new Error('The text is not hex')
  return text
}

function addressOfKey(publicKey: string): Address | undefined {
  if (!publicKeyPattern.test(publicKey)) return undefined
  try {
    secp256k1.ProjectivePoint.fromHex(publicKey.slice(2)).assertValidity()
  } catch {
    return undefined
  }
  return publicKeyToAddress(toHex(publicKey))
}

/**
 * Accounts of EVM chains that run the session contract (`sessions`, `act`). The hash of an act is computed here and not read
 * from a node, so that the cosigner signs exactly the act that was verified.
 */
export const createSessionAccounts = (rpc: ChainRpc): SessionAccounts => ({
  parseAccount: (account) => {
    const [, chainId, address] = accountPattern.exec(account) ?? []
    if (chainId === undefined || address === undefined || !rpc.chainIds().includes(chainId)) return undefined
    return { chainId, address: toAddress(address) }
  },
  addressOfKey,
  createCosigner: () => {
    const privateKey = generatePrivateKey()
    return { privateKey, publicKey: privateKeyToAccount(privateKey).publicKey }
  },
  readGrant: async ({ chainId, address }, { site, cosigner }) => {
    const args = [toAddress(site), toAddress(cosigner)] as const
    const data = encodeFunctionData({ abi, functionName: 'sessions', args })
    const call = { to: toAddress(address), data }
    const result = await callContract(rpc, chainId, call, 'latest', { isFresh: true })
    // An account without the contract returns nothing.
    if (result.is === 'reverted' || size(result.data) !== resultBytes) return undefined
    const [expirySeconds, actCount] = decodeFunctionResult({
      abi,
      functionName: 'sessions',
      data: result.data,
    })
    if (expirySeconds === 0n || expirySeconds >= uint64Limit || actCount >= uint64Limit) return undefined
    return { expirySeconds, actCount }
  },
  actHash: ({ chainId, address }, { site, cosigner }, actCount, { to, value, data }) => {
    const chain = BigInt(chainId.slice(namespace.length))
    const act = {
      key: toAddress(site),
      cosigner: toAddress(cosigner),
      to: toAddress(to),
      value,
      data: toHex(data),
    }
    return keccak256(encodeAbiParameters(hashedParameters, [chain, toAddress(address), actCount, act]))
  },
  recoverSigner: async (hash, signature) => {
    if (!isHex(signature)) return undefined
    return recoverMessageAddress({ message: { raw: toHex(hash) }, signature }).catch(() => undefined)
  },
  sign: async (privateKey, hash) =>
    privateKeyToAccount(toHex(privateKey)).signMessage({ message: { raw: toHex(hash) } }),
  decodeCall,
})
