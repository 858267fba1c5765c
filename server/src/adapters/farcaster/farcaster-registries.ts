import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  isAddress,
  parseAbi,
  size,
} from 'viem'
import type { EvmResult } from '../../chain-clients/evm-call.ts'
import { readContracts, uintOf } from '../../chain-clients/read-contracts.ts'
import { ChainCallError } from '../../ports/chain-call-error.ts'
import type { FarcasterRegistries } from '../../ports/farcaster.ts'
import type { ChainRpc } from '../../ports/rpc.ts'

/** Farcaster's contracts on a chain. */
export type FarcasterContracts = {
  /** CAIP-2; OP Mainnet. */
  readonly chainId: string
  readonly idRegistry: string
  readonly keyRegistry: string
}

/** Addresses of the contracts on OP Mainnet (github.com/farcasterxyz/contracts). */
export const farcasterAddresses = {
  idRegistry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  keyRegistry: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const

/** Of IdRegistry and KeyRegistry. */
const abi = parseAbi([
  'function idOf(address custody) view returns (uint256 fid)',
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType) data)',
])
/** `ADDED`; a key that was removed has state 2 for ever. */
const addedState = 1
/** A key that is an EVM address (auth address). */
const authKeyType = 2
const keyDataBytes = 64

/** @throws Error for a text that is not an address. */
function toAddress(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new Error('The text is not an EVM address')
  return getAddress(text.toLowerCase())
}

/** The registries of accounts and of their keys, both read at one block and from no cache. */
export function createFarcasterRegistries(
  rpc: ChainRpc,
  { chainId, idRegistry, keyRegistry }: FarcasterContracts,
): FarcasterRegistries {
  const noRegistry = (name: string) =>
    new ChainCallError({ chainId, method: 'eth_call' }, `the configured address is not Farcaster's ${name}`)

  function isAuthKey(result: EvmResult | undefined): boolean {
    if (result?.is !== 'returned' || size(result.data) !== keyDataBytes) throw noRegistry('KeyRegistry')
    const { state, keyType } = decodeFunctionResult({ abi, functionName: 'keyDataOf', data: result.data })
    return state === addedState && keyType === authKeyType
  }

  return {
    isSignerOf: async (address, fid) => {
      const signer = toAddress(address)
      const key = encodeAbiParameters([{ type: 'address' }], [signer])
      const [custody, keyData] = await readContracts(
        rpc,
        { chainId },
        [
          {
            to: toAddress(idRegistry),
            data: encodeFunctionData({ abi, functionName: 'idOf', args: [signer] }),
          },
          {
            to: toAddress(keyRegistry),
            data: encodeFunctionData({ abi, functionName: 'keyDataOf', args: [BigInt(fid), key] }),
          },
        ],
        { isFresh: true, acceptsReverts: true },
      )
      const ownFid = uintOf(custody)
      if (ownFid === undefined) throw noRegistry('IdRegistry')
      const isCustody = ownFid === BigInt(fid)
      return isAuthKey(keyData) || isCustody
    },
  }
}
