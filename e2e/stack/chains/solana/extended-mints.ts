import { AccountRole, type Address, getAddressEncoder, type Instruction } from '@solana/kit'
import * as z from '#shared/zod.ts'
import { type SvmAccount, svmAccount } from './accounts.ts'
import { systemProgram, token2022Program } from './addresses.ts'
import { callSvm, sendSvm } from './send-svm.ts'
import { createTokenAccount, mintToAccount, tokenAccountAddress } from './token-instructions.ts'
import { mintAuthority } from './tokens.ts'
import { hookProgram, initializeHook } from './transfer-hook.ts'

// https://github.com/solana-program/token-2022/tree/main/interface/src

/** An extension of a Token-2022 mint. Rates in basis points. */
type MintExtension =
  | { readonly is: 'transfer-fee'; readonly basisPoints: number; readonly maximum: bigint }
  | { readonly is: 'non-transferable' }
  | { readonly is: 'interest'; readonly rate: number }
  | { readonly is: 'frozen-by-default' }
  | { readonly is: 'permanent-delegate' }
  | { readonly is: 'hook'; readonly program: string }
  /** The hook of `e2e/stack/programs`. Its list of extra accounts has these entries and a counter. */
  | { readonly is: 'listed-hook'; readonly accounts: readonly (readonly number[])[] }
  | { readonly is: 'scaled'; readonly multiplier: number }
  | { readonly is: 'pausable'; readonly isPaused: boolean }

/** A mint with extensions, the balance of its holder, and settings of other token accounts. */
type ExtendedMint = {
  readonly label: string
  readonly decimals: number
  readonly extensions: readonly MintExtension[]
  readonly holder: string
  readonly amount: bigint
  /** Owner of a token account that accepts no transfer without a memo. */
  readonly memoFor?: SvmAccount
  readonly freezes?: readonly string[]
}

const authority = mintAuthority.address
const encodeAddress = (address: Address) => getAddressEncoder().encode(address)
const littleEndian = (size: number, write: (view: DataView) => void): Uint8Array => {
  const bytes = new Uint8Array(size)
  write(new DataView(bytes.buffer))
  return bytes
}
const u16 = (value: number) => littleEndian(2, (view) => view.setUint16(0, value, true))
const u64 = (value: bigint) => littleEndian(8, (view) => view.setBigUint64(0, value, true))
const f64 = (value: number) => littleEndian(8, (view) => view.setFloat64(0, value, true))
const authorityOption = [1, ...encodeAddress(authority)]

/** Size in bytes of an extension, and data of the instruction that initializes it before the mint. */
function encodeExtension(extension: MintExtension): {
  readonly size: number
  readonly data: readonly number[]
} {
  switch (extension.is) {
    case 'transfer-fee': {
      const { basisPoints, maximum } = extension
      return {
        size: 108,
        data: [26, 0, ...authorityOption, ...authorityOption, ...u16(basisPoints), ...u64(maximum)],
      }
    }
    case 'non-transferable':
      return { size: 0, data: [32] }
    case 'interest':
      return { size: 52, data: [33, 0, ...encodeAddress(authority), ...u16(extension.rate)] }
    case 'frozen-by-default':
      return { size: 1, data: [28, 0, 2] }
    case 'permanent-delegate':
      return { size: 32, data: [35, ...encodeAddress(authority)] }
    case 'hook': {
      const program = z.parse(
        z.custom<Address>((value) => typeof value === 'string'),
        extension.program,
      )
      return { size: 64, data: [36, 0, ...encodeAddress(authority), ...encodeAddress(program)] }
    }
    case 'listed-hook':
      return { size: 64, data: [36, 0, ...encodeAddress(authority), ...encodeAddress(hookProgram)] }
    case 'scaled':
      return { size: 56, data: [43, 0, ...encodeAddress(authority), ...f64(extension.multiplier)] }
    case 'pausable':
      return { size: 33, data: [44, 0, ...encodeAddress(authority)] }
  }
}

type AccountWithRole = readonly [address: Address, role: AccountRole]

const token2022Instruction = (
  accounts: readonly AccountWithRole[],
  data: readonly number[],
): Instruction => ({
  programAddress: token2022Program,
  accounts: accounts.map(([address, role]) => ({ address, role })),
  data: Uint8Array.from(data),
})

/** Size of a mint with extensions, which begin after its account type at byte 165. Without any, a mint has 82 bytes. */
const extendedMintSize = (extensions: readonly MintExtension[]): number =>
  extensions.reduce((size, one) => size + 4 + encodeExtension(one).size, 166)

/** Creates and initializes the mint. Its authority is also the freeze authority. */
async function createMint(rpcUrl: string, mint: ExtendedMint, key: SvmAccount): Promise<void> {
  const size = mint.extensions.length === 0 ? 82 : extendedMintSize(mint.extensions)
  const rent = BigInt(await callSvm(rpcUrl, 'getMinimumBalanceForRentExemption', [size], z.int()))
  const create: Instruction = {
    programAddress: systemProgram,
    accounts: [
      { address: authority, role: AccountRole.WRITABLE_SIGNER },
      { address: key.address, role: AccountRole.WRITABLE_SIGNER },
    ],
    data: Uint8Array.from([
      0,
      0,
      0,
      0,
      ...u64(rent),
      ...u64(BigInt(size)),
      ...encodeAddress(token2022Program),
    ]),
  }
  const writableMint: AccountWithRole = [key.address, AccountRole.WRITABLE]
  const initializeExtensions = mint.extensions.map((one) =>
    token2022Instruction([writableMint], encodeExtension(one).data),
  )
  const initializeMint = token2022Instruction(
    [writableMint],
    [20, mint.decimals, ...encodeAddress(authority), ...authorityOption],
  )
  await sendSvm(rpcUrl, [create, ...initializeExtensions, initializeMint], [mintAuthority, key])
  for (const one of mint.extensions) {
    if (one.is !== 'listed-hook') continue
    await sendSvm(rpcUrl, await initializeHook(authority, key.address, one.accounts), [mintAuthority])
  }
}

/** Reallocates the recipient's token account for the extension, and makes it require memos. */
async function requireMemos(rpcUrl: string, recipient: SvmAccount, mint: Address): Promise<void> {
  const account = await tokenAccountAddress(recipient.address, mint, token2022Program)
  const owner: AccountWithRole = [recipient.address, AccountRole.READONLY_SIGNER]
  const reallocate = token2022Instruction(
    [
      [account, AccountRole.WRITABLE],
      [authority, AccountRole.WRITABLE_SIGNER],
      [systemProgram, AccountRole.READONLY],
      owner,
    ],
    [29, ...u16(8)],
  )
  const enableMemos = token2022Instruction([[account, AccountRole.WRITABLE], owner], [30, 0])
  await sendSvm(rpcUrl, [reallocate, enableMemos], [mintAuthority, recipient])
}

/**
 * Creates a Token-2022 mint with extensions and mints an amount to its holder. Resolves with the mint's address.
 * @throws Error with the node's message when a transaction fails.
 */
export async function makeExtendedMint(rpcUrl: string, mint: ExtendedMint): Promise<string> {
  const key = svmAccount(`extended mint ${mint.label}`)
  const mintReference = { address: key.address, program: token2022Program }
  const owner = z.parse(
    z.custom<Address>((value) => typeof value === 'string'),
    mint.holder,
  )
  await createMint(rpcUrl, mint, key)
  const isFrozen = mint.extensions.some(({ is }) => is === 'frozen-by-default')
  const account = await tokenAccountAddress(owner, key.address, token2022Program)
  const thawAccounts: readonly AccountWithRole[] = [
    [account, AccountRole.WRITABLE],
    [key.address, AccountRole.READONLY],
    [authority, AccountRole.READONLY_SIGNER],
  ]
  await sendSvm(
    rpcUrl,
    [
      await createTokenAccount(authority, owner, mintReference),
      ...(isFrozen ? [token2022Instruction(thawAccounts, [11])] : []),
      mintToAccount(authority, key.address, account, mint.amount, token2022Program),
    ],
    [mintAuthority],
  )
  if (mint.memoFor) {
    await sendSvm(
      rpcUrl,
      [await createTokenAccount(authority, mint.memoFor.address, mintReference)],
      [mintAuthority],
    )
    await requireMemos(rpcUrl, mint.memoFor, key.address)
  }
  for (const frozen of mint.freezes ?? []) {
    const frozenOwner = z.parse(
      z.custom<Address>((value) => typeof value === 'string'),
      frozen,
    )
    const frozenAccount = await tokenAccountAddress(frozenOwner, key.address, token2022Program)
    const freeze = token2022Instruction(
      [
        [frozenAccount, AccountRole.WRITABLE],
        [key.address, AccountRole.READONLY],
        [authority, AccountRole.READONLY_SIGNER],
      ],
      [10],
    )
    await sendSvm(
      rpcUrl,
      [await createTokenAccount(authority, frozenOwner, mintReference), freeze],
      [mintAuthority],
    )
  }
  if (mint.extensions.some((one) => one.is === 'pausable' && one.isPaused)) {
    const pause = token2022Instruction(
      [
        [key.address, AccountRole.WRITABLE],
        [authority, AccountRole.READONLY_SIGNER],
      ],
      [44, 1],
    )
    await sendSvm(rpcUrl, [pause], [mintAuthority])
  }
  return key.address
}
