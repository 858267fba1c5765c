import { recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { keccak256, parseTransaction } from 'viem/utils'
import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { SentTransaction } from '../chain-records.ts'
import { bytesSchema, type Hex } from '../hex.ts'

const serializedSchema = z.custom<TransactionSerialized>((value) => bytesSchema.safeParse(value).success)
const typeNumbers = { legacy: 0n, eip2930: 1n, eip1559: 2n, eip4844: 3n, eip7702: 4n } as const

const chainNumber = (chain: ChainId): bigint => BigInt(chainReference(chain))

/**
 * Decodes a signed transaction, as `eth_signTransaction` returns it, for a chain; undefined for other bytes. Its sender is the
 * one that its signature recovers.
 */
export async function decodeSignedTransaction(
  bytes: Hex,
  chain: ChainId,
): Promise<SentTransaction | undefined> {
  const serialized = serializedSchema.safeParse(bytes)
  if (!serialized.success) return undefined
  try {
    const parsed = parseTransaction(serialized.data)
    const from = await recoverTransactionAddress({ serializedTransaction: serialized.data })
    const {
      to,
      value = 0n,
      data = '0x',
      chainId,
      nonce = 0,
      gas,
      gasPrice,
      maxFeePerGas,
      type = 'legacy',
    } = parsed
    const accessList = 'accessList' in parsed ? parsed.accessList : undefined
    const authorizationList = 'authorizationList' in parsed ? parsed.authorizationList : undefined
    return {
      hash: keccak256(serialized.data),
      ...{ from, to: to ?? null, value, input: data, nonce, gas, gasPrice, maxFeePerGas },
      chainId: chainId === undefined ? chainNumber(chain) : BigInt(chainId),
      type: typeNumbers[type],
      accessList: accessList?.map(({ address, storageKeys }) => ({
        address,
        storageKeys: [...storageKeys],
      })),
      authorizationList: authorizationList?.map((one) => ({
        address: one.address,
        chainId: BigInt(one.chainId),
        nonce: BigInt(one.nonce),
        yParity: one.yParity === undefined ? undefined : BigInt(one.yParity),
        r: one.r === undefined ? undefined : BigInt(one.r),
        s: one.s === undefined ? undefined : BigInt(one.s),
      })),
    }
  } catch {
    return undefined
  }
}
