import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  type IInstruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import {
  associatedAccount,
  associatedTokenProgram,
  computeBudgetProgram,
  jupiterProgram,
  systemProgram,
  tokenProgram,
  wrappedSol,
} from '../programs.ts'

export const usdc = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
export const user = address('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')
export const other = address('GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ')
/** Lookup table with the mint of USDC at index 0. */
export const table = address('2immgwYNHBbyVQKVGCEkgWpi53bLwWNRMB5G2nbgYV17')

export const tableAccount = () => ({
  owner: 'AddressLookupTab1e1111111111111111111111111',
  data: [
    Buffer.concat([Buffer.alloc(56), Buffer.from(getAddressEncoder().encode(usdc))]).toString('base64'),
    'base64',
  ],
})

/** Changes of the swap 1,000 lamports → USDC. */
export type SwapChange = {
  readonly feePayer?: Address
  readonly user?: Address
  readonly source?: Address
  readonly destination?: Address
  readonly sourceMint?: Address
  readonly destinationMint?: Address
  readonly recipient?: Address
  readonly discriminator?: string
  readonly inAmount?: bigint
  readonly quotedOut?: bigint
  readonly slippage?: number
  readonly platformFee?: number
  readonly positiveSlippage?: number
  readonly wrapped?: bigint
  readonly wrapTo?: Address
  readonly closeTo?: Address
  readonly unitPrice?: bigint
  readonly opensFor?: Address
  readonly shares?: boolean
  readonly more?: readonly IInstruction[]
  readonly without?: Address
}

const meta = (role: AccountRole) => (key: Address) => ({ address: key, role })
const read = meta(AccountRole.READONLY)
const write = meta(AccountRole.WRITABLE)
const sign = meta(AccountRole.READONLY_SIGNER)
const pay = meta(AccountRole.WRITABLE_SIGNER)

const number = (bytes: number, value: bigint): Uint8Array => {
  const data = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at += 1) data[at] = Number((value >> BigInt(8 * at)) & 255n)
  return data
}
const bytes = (...byteArrays: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(byteArrays))

/** The instruction `route_v2`, or `shared_accounts_route_v2`. */
function route(change: SwapChange, source: Address, destination: Address): IInstruction {
  const shares = change.shares === true
  const head = change.discriminator ?? (shares ? 'd19853937cfed8e9' : 'bb64facc31c4af14')
  const [from, to] = [write(change.source ?? source), write(change.destination ?? destination)]
  const mints = [read(change.sourceMint ?? wrappedSol), read(change.destinationMint ?? usdc)]
  const programs = [read(tokenProgram), read(tokenProgram)]
  const signer = sign(change.user ?? user)
  return {
    programAddress: jupiterProgram,
    accounts: shares
      ? [
          read(other),
          signer,
          from,
          write(other),
          write(other),
          to,
          ...mints,
          ...programs,
          read(jupiterProgram),
        ]
      : [signer, from, to, ...mints, ...programs, read(change.recipient ?? jupiterProgram), read(other)],
    data: bytes(
      new Uint8Array(Buffer.from(head, 'hex')),
      new Uint8Array(shares ? 1 : 0),
      number(8, change.inAmount ?? 1_000n),
      number(8, change.quotedOut ?? 2_000n),
      number(2, BigInt(change.slippage ?? 50)),
      number(2, BigInt(change.platformFee ?? 0)),
      number(2, BigInt(change.positiveSlippage ?? 0)),
      new Uint8Array(4),
    ),
  }
}

/** A transaction as the API builds it for the swap of 1,000 lamports to USDC, in base64. */
export async function swapTransaction(change: SwapChange = {}, usesTable = false): Promise<string> {
  const wrappedAccount = await associatedAccount(user, wrappedSol, tokenProgram)
  const destination = await associatedAccount(user, usdc, tokenProgram)
  const open = (account: Address, owner: Address, mint: Address): IInstruction => ({
    programAddress: associatedTokenProgram,
    accounts: [pay(user), write(account), read(owner), read(mint), read(systemProgram), read(tokenProgram)],
    data: Uint8Array.of(1),
  })
  const instructions: readonly IInstruction[] = [
    { programAddress: computeBudgetProgram, data: bytes(Uint8Array.of(2), number(4, 200_000n)) },
    {
      programAddress: computeBudgetProgram,
      data: bytes(Uint8Array.of(3), number(8, change.unitPrice ?? 1_000n)),
    },
    open(wrappedAccount, user, wrappedSol),
    {
      programAddress: systemProgram,
      accounts: [pay(user), write(change.wrapTo ?? wrappedAccount)],
      data: bytes(number(4, 2n), number(8, change.wrapped ?? 1_000n)),
    },
    { programAddress: tokenProgram, accounts: [write(wrappedAccount)], data: Uint8Array.of(17) },
    open(destination, change.opensFor ?? user, usdc),
    route(change, wrappedAccount, destination),
    {
      programAddress: tokenProgram,
      accounts: [write(wrappedAccount), write(change.closeTo ?? user), sign(user)],
      data: Uint8Array.of(9),
    },
    ...(change.more ?? []),
  ]
  const lifetime = {
    blockhash: blockhash('EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'),
    lastValidBlockHeight: 100n,
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(change.feePayer ?? user, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) =>
      appendTransactionMessageInstructions(
        instructions.filter(({ programAddress }) => programAddress !== change.without),
        timed,
      ),
  )
  return getBase64EncodedWireTransaction(
    compileTransaction(
      usesTable ? compressTransactionMessageUsingAddressLookupTables(message, { [table]: [usdc] }) : message,
    ),
  )
}
