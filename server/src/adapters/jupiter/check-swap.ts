import type { Address } from '@solana/web3.js'
import { VendorError } from '../../ports/vendor.ts'
import { type JupiterQuote, type JupiterRequest, priorityFeeMax, vendor } from './api.ts'
import {
  associatedAccount,
  associatedTokenProgram,
  computeBudgetProgram,
  isTokenProgram,
  jupiterProgram,
  systemProgram,
  tokenProgram,
  wrappedSol,
} from './programs.ts'
import type { Instruction } from './transaction.ts'

const basisPoints = 10_000n
const microLamports = 1_000_000n

const invalidSwap = (detail: string) => new VendorError(vendor, 'invalid', detail)
const view = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** @throws VendorError unless a quote matches the request. */
export function checkQuote(quote: JupiterQuote, request: JupiterRequest): void {
  const { inputMint, outputMint, amount, slippageBasisPoints } = request
  if (quote.inputMint !== inputMint || quote.outputMint !== outputMint)
    throw invalidSwap('the quote is of other tokens')
  if (quote.inAmount !== amount || quote.swapMode !== 'ExactIn')
    throw invalidSwap('the quote is of another amount')
  if (BigInt(quote.slippageBps) !== slippageBasisPoints) throw invalidSwap('the quote has another slippage')
  const minimum = (quote.outAmount * (basisPoints - slippageBasisPoints)) / basisPoints
  if (quote.outAmount === 0n || quote.otherAmountThreshold < minimum)
    throw invalidSwap('the quote returns less than the slippage allows')
  if ((quote.platformFee?.feeBps ?? 0) !== 0) throw invalidSwap('the quote has a fee of its own')
}

export type ExpectedSwap = {
  readonly user: Address
  readonly inputMint: Address
  readonly outputMint: Address
  /** Base units. */
  readonly amount: bigint
  readonly quotedOut: bigint
  readonly slippageBasisPoints: bigint
  readonly isNativeIn: boolean
  readonly isNativeOut: boolean
}

/** Anchor's discriminators of the two instructions with limits at fixed offsets, and the indices of their accounts. */
const routeInstructions = [
  {
    discriminator: 'bb64facc31c4af14', // route_v2
    ...{ limitsAt: 8, user: 0, source: 1, destination: 2, sourceMint: 3, destinationMint: 4 },
    ...{ sourceProgram: 5, destinationProgram: 6, recipient: 7 },
  },
  {
    discriminator: 'd19853937cfed8e9', // shared_accounts_route_v2
    ...{ limitsAt: 9, user: 1, source: 2, destination: 5, sourceMint: 6, destinationMint: 7 },
    ...{ sourceProgram: 8, destinationProgram: 9, recipient: undefined },
  },
]
/** in_amount, quoted_out_amount, slippage_bps, platform_fee_bps, positive_slippage_bps. */
const limitsLength = 8 + 8 + 2 + 2 + 2

/** The program reverts when the destination account receives less than the quoted amount minus the slippage. */
async function checkRoute({ accounts, data }: Instruction, expected: ExpectedSwap): Promise<void> {
  const discriminator = Buffer.from(data.slice(0, 8)).toString('hex')
  const route = routeInstructions.find((one) => one.discriminator === discriminator)
  if (route === undefined || data.length < route.limitsAt + limitsLength)
    throw invalidSwap('the swap is an instruction that cannot be read')
  const { user, inputMint, outputMint } = expected
  const at = (index: number) => accounts[index]
  const [sourceProgram, destinationProgram] = [at(route.sourceProgram), at(route.destinationProgram)]
  if (at(route.user) !== user) throw invalidSwap('the swap is of another account')
  if (at(route.sourceMint) !== inputMint || at(route.destinationMint) !== outputMint)
    throw invalidSwap('the swap is of other tokens')
  if (!isTokenProgram(sourceProgram) || !isTokenProgram(destinationProgram))
    throw invalidSwap('the swap is of other tokens')
  const destination = await associatedAccount(user, outputMint, destinationProgram)
  if (at(route.source) !== (await associatedAccount(user, inputMint, sourceProgram)))
    throw invalidSwap('the swap takes from another account')
  const recipient = route.recipient === undefined ? jupiterProgram : at(route.recipient)
  // The program's own address means that there is no other recipient.
  if (at(route.destination) !== destination || (recipient !== jupiterProgram && recipient !== destination))
    throw invalidSwap('the swap pays another account')

  const limits = view(data.slice(route.limitsAt))
  if (limits.getBigUint64(0, true) !== expected.amount) throw invalidSwap('the swap is of another amount')
  const slippage = BigInt(limits.getUint16(16, true))
  if (limits.getBigUint64(8, true) < expected.quotedOut || slippage > expected.slippageBasisPoints)
    throw invalidSwap('the swap may return less than the slippage allows')
  if (limits.getUint16(18, true) !== 0 || limits.getUint16(20, true) !== 0)
    throw invalidSwap('the swap has a fee of its own')
}

/** Creates an associated token account of the user, for one of the swap's mints. */
async function checkAccountCreation({ accounts, data }: Instruction, expected: ExpectedSwap): Promise<void> {
  const [payer, account, owner, mint, system, program] = accounts
  const { user, inputMint, outputMint } = expected
  const isCreation = data.length === 0 || (data.length === 1 && (data[0] ?? 2) <= 1)
  const isForUser = payer === user && owner === user && system === systemProgram
  if (!isCreation || !isForUser || (mint !== inputMint && mint !== outputMint) || !isTokenProgram(program))
    throw invalidSwap('the swap opens an account that it does not need')
  if (account !== (await associatedAccount(user, mint, program)))
    throw invalidSwap('the swap opens an account that it does not need')
}

const transferData = 2
/** The lamports transferred to the user's own wrapped SOL account. */
function wrappedLamports({ accounts, data }: Instruction, user: Address, wrappedAccount: Address): bigint {
  const [from, to] = accounts
  const isTransfer = data.length === 12 && view(data).getUint32(0, true) === transferData
  if (!isTransfer || from !== user || to !== wrappedAccount)
    throw invalidSwap('the swap sends coins elsewhere')
  return view(data).getBigUint64(4, true)
}

const [syncNative, closeAccount] = [17, 9]
/** Syncs the wrapped SOL account, or closes it to the user. */
function checkWrapping({ accounts, data }: Instruction, user: Address, wrappedAccount: Address): void {
  const [account, recipient, owner] = accounts
  const isSync = data[0] === syncNative && account === wrappedAccount
  const isClose =
    data[0] === closeAccount && account === wrappedAccount && recipient === user && owner === user
  if (data.length !== 1 || !(isSync || isClose)) throw invalidSwap('the swap changes an account of the user')
}

/** Maximum priority fee, in lamports. */
function priorityFeeOf(instructions: readonly Instruction[]): bigint {
  let [units, price] = [0n, 0n]
  for (const { data } of instructions) {
    if (data[0] === 2 && data.length === 5) units = BigInt(view(data).getUint32(1, true))
    else if (data[0] === 3 && data.length === 9) price = view(data).getBigUint64(1, true)
    else throw invalidSwap('the swap has an unknown fee')
  }
  if (price > 0n && units === 0n) throw invalidSwap('the swap has an unknown fee')
  return (units * price) / microLamports
}

/**
 * Verifies that instructions are the requested swap and nothing else: a fee within the limit, accounts created and SOL
 * wrapped for the user only, one swap of Jupiter's program.
 * @throws VendorError for anything else.
 */
export async function checkSwap(instructions: readonly Instruction[], expected: ExpectedSwap): Promise<void> {
  const { user, amount, isNativeIn, isNativeOut } = expected
  const wrappedAccount = await associatedAccount(user, wrappedSol, tokenProgram)
  const instructionsFor = (program: Address) => instructions.filter((one) => one.program === program)
  const allowedPrograms: readonly Address[] = [
    ...[jupiterProgram, computeBudgetProgram, associatedTokenProgram],
    ...(isNativeIn || isNativeOut ? [tokenProgram] : []),
    ...(isNativeIn ? [systemProgram] : []),
  ]
  if (!instructions.every(({ program }) => allowedPrograms.includes(program)))
    throw invalidSwap('the swap invokes a program that is not on the list')
  if (priorityFeeOf(instructionsFor(computeBudgetProgram)) > priorityFeeMax)
    throw invalidSwap('the fee is too high')
  for (const creation of instructionsFor(associatedTokenProgram))
    await checkAccountCreation(creation, expected)
  for (const wrapping of instructionsFor(tokenProgram)) checkWrapping(wrapping, user, wrappedAccount)
  const wrapped = instructionsFor(systemProgram).reduce(
    (sum, one) => sum + wrappedLamports(one, user, wrappedAccount),
    0n,
  )
  if (wrapped !== (isNativeIn ? amount : 0n)) throw invalidSwap('the swap is of another amount')
  const [route, ...others] = instructionsFor(jupiterProgram)
  if (route === undefined || others.length > 0) throw invalidSwap('the transaction is not one swap')
  await checkRoute(route, expected)
}
