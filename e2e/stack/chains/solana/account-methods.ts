import { type Address, type EncodedAccount, getBase58Encoder, getBase64Encoder, lamports } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import * as z from '#shared/zod.ts'
import { RpcError } from '../../rpc-error.ts'
import { accountAt, accountJson, mintDecimals } from './account-json.ts'
import { systemProgram, tokenPrograms } from './addresses.ts'
import type { Ledger } from './ledger.ts'
import { addressParam, commonConfig, defineMethod, type Method } from './method.ts'
import { rpcCodes } from './rpc-codes.ts'
import type { Slots } from './slots.ts'
import { decodeTokenState, type TokenState, tokenAmountJson } from './token-state.ts'

const config = z.optional(commonConfig)
const filter = z.union([
  z.object({ dataSize: z.int() }),
  z.object({
    memcmp: z.object({
      offset: z.int(),
      bytes: z.string(),
      encoding: z.optional(z.enum(['base58', 'base64'])),
    }),
  }),
])
const programConfig = z.optional(
  z.extend(commonConfig, { filters: z.optional(z.array(filter)), withContext: z.optional(z.boolean()) }),
)
const ownerFilter = z.union([z.object({ mint: addressParam }), z.object({ programId: addressParam })])
const maxAccounts = 100

type Filter = z.output<typeof filter>

function matchesFilter({ data }: EncodedAccount, filter: Filter): boolean {
  if ('dataSize' in filter) return data.length === filter.dataSize
  const { offset, bytes, encoding } = filter.memcmp
  const expected = (encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()).encode(bytes)
  return expected.every((byte, at) => data[offset + at] === byte)
}

/** Creates the methods about accounts and tokens. They read the newest slot and ignore the commitment. */
export function createAccountMethods(
  svm: LiteSVM,
  slots: Slots,
  ledger: Ledger,
): Readonly<Record<string, Method>> {
  const withContext = (value: unknown) => ({ context: { apiVersion: '2.1.0', slot: slots.slot() }, value })

  const tokenStateAt = (address: Address): TokenState | undefined => {
    const account = accountAt(svm, address)
    return account && decodeTokenState(account)
  }
  const notATokenError = (kind: TokenState['is']) =>
    new RpcError(rpcCodes.invalidParams, `Invalid param: not a token ${kind}`)

  return {
    getBalance: defineMethod(z.tuple([addressParam, config]), ([address]) =>
      withContext(Number(svm.getBalance(address) ?? 0n)),
    ),
    getAccountInfo: defineMethod(z.tuple([addressParam, config]), ([address, options]) =>
      withContext(
        accountJson(svm, accountAt(svm, address), options?.encoding ?? 'base58', options?.dataSlice),
      ),
    ),
    getMultipleAccounts: defineMethod(
      z.tuple([z.array(addressParam).check(z.maxLength(maxAccounts)), config]),
      ([addresses, options]) =>
        withContext(
          addresses.map((address) =>
            accountJson(svm, accountAt(svm, address), options?.encoding ?? 'base64', options?.dataSlice),
          ),
        ),
    ),
    getProgramAccounts: defineMethod(z.tuple([addressParam, programConfig]), ([program, options]) => {
      const found = svm
        .getProgramAccounts(program)
        .filter((account) => (options?.filters ?? []).every((filter) => matchesFilter(account, filter)))
        .map((account) => ({
          pubkey: account.address,
          account: accountJson(svm, account, options?.encoding ?? 'base58', options?.dataSlice),
        }))
      return options?.withContext === true ? withContext(found) : found
    }),
    getTokenAccountsByOwner: defineMethod(
      z.tuple([addressParam, ownerFilter, config]),
      ([owner, filter, options]) => {
        const programs = 'programId' in filter ? [filter.programId] : tokenPrograms
        const found = programs.flatMap((program) =>
          svm.getProgramAccounts(program).filter((account) => {
            const state = decodeTokenState(account)
            if (state?.is !== 'account' || state.owner !== owner) return false
            return !('mint' in filter) || state.mint === filter.mint
          }),
        )
        return withContext(
          found.map((account) => ({
            pubkey: account.address,
            account: accountJson(svm, account, options?.encoding ?? 'base64', options?.dataSlice),
          })),
        )
      },
    ),
    getTokenAccountBalance: defineMethod(z.tuple([addressParam, config]), ([address]) => {
      const state = tokenStateAt(address)
      if (state?.is !== 'account') throw notATokenError('account')
      return withContext(tokenAmountJson(state.amount, mintDecimals(svm, state.mint)))
    }),
    getTokenSupply: defineMethod(z.tuple([addressParam, config]), ([address]) => {
      const state = tokenStateAt(address)
      if (state?.is !== 'mint') throw notATokenError('mint')
      return withContext(tokenAmountJson(state.supply, state.decimals))
    }),
    // Only on this chain: for tests of a dApp that sends accounts their first tokens to addresses that it selects.
    svm_removeAccount: defineMethod(z.tuple([addressParam]), ([address]) => {
      const emptyAccount = {
        data: new Uint8Array(),
        space: 0n,
        executable: false,
        programAddress: systemProgram,
      }
      svm.setAccount({ address, lamports: lamports(0n), ...emptyAccount })
      return null
    }),
    requestAirdrop: defineMethod(
      z.tuple([addressParam, z.int().check(z.gte(1)), config]),
      ([address, amount]) => ledger.airdrop(address, BigInt(amount)).signature,
    ),
  }
}
