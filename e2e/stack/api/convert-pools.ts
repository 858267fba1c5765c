import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import * as z from 'zod/mini'
import {
  InvalidSwapError,
  NoLiquidityError,
  type RequestedSwap,
  type SwapService,
} from '#server/ports/sources/swaps.ts'
import { nativeTokenAddresses } from '#shared/api/price.ts'
import { tokenProgram } from '../chains/solana/addresses.ts'
import {
  computePoolOutput,
  poolAuthority,
  poolFee,
  poolProgram,
  poolSwap,
  poolVault,
  wrappedSol,
} from '../chains/solana/pool.ts'
import { wrapSol } from '../chains/solana/seed-pools.ts'
import { callSvm } from '../chains/solana/send-svm.ts'
import { createTokenAccount, tokenAccountAddress } from '../chains/solana/token-instructions.ts'
import { svmMints } from '../chains/solana/tokens.ts'
import type { Stack } from '../stack-file.ts'

/** What a signature costs, in lamports. */
const lamportsPerSignature = '5000'

const latest = z.object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int() }) })
const held = z.object({ value: z.object({ amount: z.string().check(z.regex(/^\d+$/)) }) })
const run = z.object({ value: z.object({ err: z.unknown() }) })

/** @throws InvalidSwapError. */
function readAddress(text: string): Address {
  try {
    return address(text)
  } catch {
    throw new InvalidSwapError(`Invalid address: ${text}`)
  }
}

/** What stays of an amount with the pools of a way. */
function keptOf(amount: bigint, hops: number): bigint {
  const whole = poolFee.denominator ** BigInt(hops)
  return (amount * (whole - (poolFee.denominator - poolFee.numerator) ** BigInt(hops))) / whole
}

const isNative = (token: string): boolean => token === nativeTokenAddresses.solana
/** The mint that stands for a token in the pools. */
const mintOf = (token: string): Address => (isNative(token) ? wrappedSol : readAddress(token))

/** One pool of a way, and what comes out of it. */
type Hop = { readonly from: Address; readonly to: Address; readonly amount: bigint; readonly comes: bigint }

const closeInto = (account: Address, owner: Address): Instruction => ({
  programAddress: tokenProgram,
  accounts: [
    { address: account, role: AccountRole.WRITABLE },
    { address: owner, role: AccountRole.WRITABLE },
    { address: owner, role: AccountRole.READONLY_SIGNER },
  ],
  data: Uint8Array.of(9),
})

/** Swaps through the pools of the local Solana chain: one of two tokens, or two of them over SOL. */
export function poolService({ id, rpcUrl }: Pick<Stack['solana'], 'id' | 'rpcUrl'>): SwapService {
  const confirmed = { commitment: 'confirmed' }
  const reserve = async (authority: Address, mint: Address): Promise<bigint> => {
    const vault = await poolVault(authority, mint)
    // A pool that nobody has filled has no accounts.
    return callSvm(rpcUrl, 'getTokenAccountBalance', [vault, confirmed], held).then(
      ({ value }) => BigInt(value.amount),
      () => 0n,
    )
  }

  async function hop(from: Address, to: Address, amount: bigint): Promise<Hop> {
    const authority = await poolAuthority(from, to)
    const [reserveIn, reserveOut] = await Promise.all([reserve(authority, from), reserve(authority, to)])
    const comes = computePoolOutput(amount, reserveIn, reserveOut)
    if (comes === 0n) throw new NoLiquidityError()
    return { from, to, amount, comes }
  }

  /** @throws NoLiquidityError. */
  async function way({ from, to, amount }: RequestedSwap): Promise<readonly [Hop, ...Hop[]]> {
    const [first, last] = [mintOf(from), mintOf(to)]
    if (first === wrappedSol || last === wrappedSol) return [await hop(first, last, amount)]
    const half = await hop(first, wrappedSol, amount)
    return [half, await hop(wrappedSol, last, half.comes)]
  }

  const toAmountOf = (hops: readonly Hop[]): bigint => hops.at(-1)?.comes ?? 0n

  /** Opens what has to be open, wraps coins, goes through the pools, and unwraps. */
  async function instructionsOf(
    { from, to }: RequestedSwap,
    owner: Address,
    hops: readonly [Hop, ...Hop[]],
    least: bigint,
  ): Promise<readonly Instruction[]> {
    const mints = [...new Set(hops.flatMap((one) => [one.from, one.to]))]
    const coins = await tokenAccountAddress(owner, wrappedSol, tokenProgram)
    const opened = mints.filter((mint) => mint !== hops[0].from || isNative(from))
    const opens = opened.map((mint) =>
      createTokenAccount(owner, owner, { address: mint, program: tokenProgram }),
    )
    const swaps = hops.map((one, at) =>
      poolSwap({
        owner,
        from: one.from,
        to: one.to,
        amount: one.amount,
        // Halfway exactly so much is paid on: less would fail there anyway.
        minAmountOut: at === hops.length - 1 ? least : one.comes,
      }),
    )
    return [
      ...(await Promise.all(opens)),
      ...(isNative(from) ? wrapSol(owner, coins, hops[0].amount) : []),
      ...(await Promise.all(swaps)),
      ...(mints.includes(wrappedSol) && (isNative(from) || isNative(to) || hops.length > 1)
        ? [closeInto(coins, owner)]
        : []),
    ]
  }

  return {
    chainId: id,
    tokens: async () => [
      {
        ...{ name: 'Solana', symbol: 'SOL', decimals: 9, address: nativeTokenAddresses.solana },
        logoUri: '/tokens/sol.svg',
      },
      ...svmMints.map(({ name, symbol, decimals, key }) => ({
        ...{ name, symbol, decimals, address: key.address },
        ...(symbol === 'USDC' ? { logoUri: '/tokens/usdc.svg' } : {}),
      })),
    ],
    quote: async (asked) => {
      const hops = await way(asked)
      return { toAmount: toAmountOf(hops), providerFee: keptOf(asked.amount, hops.length) }
    },
    gasPrice: async () => ({
      standard: lamportsPerSignature,
      fast: lamportsPerSignature,
      instant: lamportsPerSignature,
    }),
    build: async (asked, slippageBasisPoints, isTried) => {
      const owner = readAddress(asked.user)
      const hops = await way(asked)
      const least = (toAmountOf(hops) * (10_000n - slippageBasisPoints)) / 10_000n
      const instructions = await instructionsOf(asked, owner, hops, least)
      const { value } = await callSvm(rpcUrl, 'getLatestBlockhash', [confirmed], latest)
      const lifetime = {
        blockhash: blockhash(value.blockhash),
        lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
      }
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayer(owner, empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
        (timed) => appendTransactionMessageInstructions(instructions, timed),
      )
      const data = getBase64EncodedWireTransaction(compileTransaction(message))
      const tried = { ...confirmed, encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true }
      if (isTried) {
        const { err } = (await callSvm(rpcUrl, 'simulateTransaction', [data, tried], run)).value
        if (err != null) throw new InvalidSwapError(`The swap would fail: ${JSON.stringify(err)}`)
      }
      return { to: poolProgram, data, amount: String(isNative(asked.from) ? asked.amount : 0n) }
    },
  }
}
