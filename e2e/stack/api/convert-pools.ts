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
import {
  InvalidSwapError,
  NoLiquidityError,
  type RequestedSwap,
  type SwapService,
} from '#server/ports/sources/swaps.ts'
import { nativeTokenAddresses } from '#shared/api/price.ts'
import * as z from '#shared/zod.ts'
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

/** Fee of a signature, in lamports. */
const lamportsPerSignature = '5000'

const latestBlockhashSchema = z.object({
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int() }),
})
const tokenBalanceSchema = z.object({ value: z.object({ amount: z.string().check(z.regex(/^\d+$/)) }) })
const simulationSchema = z.object({ value: z.object({ err: z.unknown() }) })

/** Parses a Solana address. @throws InvalidSwapError. */
function parseAddress(text: string): Address {
  try {
    return address(text)
  } catch {
    throw new InvalidSwapError(`Invalid address: ${text}`)
  }
}

/** The fee that the pools of a route retain, in base units of the sold token. */
function poolFees(amount: bigint, hops: number): bigint {
  const denominator = poolFee.denominator ** BigInt(hops)
  return (amount * (denominator - (poolFee.denominator - poolFee.numerator) ** BigInt(hops))) / denominator
}

const isNative = (token: string): boolean => token === nativeTokenAddresses.solana
/** The mint of a token in the pools: wrapped SOL for the native currency. */
const mintOf = (token: string): Address => (isNative(token) ? wrappedSol : parseAddress(token))

/** One pool of a route and its output amount. */
type Hop = { readonly from: Address; readonly to: Address; readonly amount: bigint; readonly output: bigint }

const closeAccount = (account: Address, owner: Address): Instruction => ({
  programAddress: tokenProgram,
  accounts: [
    { address: account, role: AccountRole.WRITABLE },
    { address: owner, role: AccountRole.WRITABLE },
    { address: owner, role: AccountRole.READONLY_SIGNER },
  ],
  data: Uint8Array.of(9),
})

/** Creates the swap service of the local Solana chain: a route has one pool, or two pools with SOL in between. */
export function createPoolSwaps({ id, rpcUrl }: Pick<Stack['solana'], 'id' | 'rpcUrl'>): SwapService {
  const confirmed = { commitment: 'confirmed' }
  const readReserve = async (authority: Address, mint: Address): Promise<bigint> => {
    const vault = await poolVault(authority, mint)
    // A pool without liquidity has no token accounts.
    return callSvm(rpcUrl, 'getTokenAccountBalance', [vault, confirmed], tokenBalanceSchema).then(
      ({ value }) => BigInt(value.amount),
      () => 0n,
    )
  }

  async function quoteHop(from: Address, to: Address, amount: bigint): Promise<Hop> {
    const authority = await poolAuthority(from, to)
    const [reserveIn, reserveOut] = await Promise.all([
      readReserve(authority, from),
      readReserve(authority, to),
    ])
    const output = computePoolOutput(amount, reserveIn, reserveOut)
    if (output === 0n) throw new NoLiquidityError()
    return { from, to, amount, output }
  }

  /** Finds the route of a swap. @throws NoLiquidityError. */
  async function findRoute({ from, to, amount }: RequestedSwap): Promise<readonly [Hop, ...Hop[]]> {
    const [first, last] = [mintOf(from), mintOf(to)]
    if (first === wrappedSol || last === wrappedSol) return [await quoteHop(first, last, amount)]
    const firstHop = await quoteHop(first, wrappedSol, amount)
    return [firstHop, await quoteHop(wrappedSol, last, firstHop.output)]
  }

  const toAmountOf = (hops: readonly Hop[]): bigint => hops.at(-1)?.output ?? 0n

  /** Opens missing token accounts, wraps SOL, swaps through the pools, and unwraps. */
  async function createInstructions(
    { from, to }: RequestedSwap,
    owner: Address,
    hops: readonly [Hop, ...Hop[]],
    minOutput: bigint,
  ): Promise<readonly Instruction[]> {
    const mints = [...new Set(hops.flatMap((one) => [one.from, one.to]))]
    const wrappedAccount = await tokenAccountAddress(owner, wrappedSol, tokenProgram)
    const mintsToOpen = mints.filter((mint) => mint !== hops[0].from || isNative(from))
    const openInstructions = mintsToOpen.map((mint) =>
      createTokenAccount(owner, owner, { address: mint, program: tokenProgram }),
    )
    const swaps = hops.map((one, at) =>
      poolSwap({
        owner,
        from: one.from,
        to: one.to,
        amount: one.amount,
        // The next pool takes exactly this amount, so a smaller output would fail there anyway.
        minAmountOut: at === hops.length - 1 ? minOutput : one.output,
      }),
    )
    return [
      ...(await Promise.all(openInstructions)),
      ...(isNative(from) ? wrapSol(owner, wrappedAccount, hops[0].amount) : []),
      ...(await Promise.all(swaps)),
      ...(mints.includes(wrappedSol) && (isNative(from) || isNative(to) || hops.length > 1)
        ? [closeAccount(wrappedAccount, owner)]
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
    quote: async (request) => {
      const hops = await findRoute(request)
      return { toAmount: toAmountOf(hops), providerFee: poolFees(request.amount, hops.length) }
    },
    gasPrice: async () => ({
      standard: lamportsPerSignature,
      fast: lamportsPerSignature,
      instant: lamportsPerSignature,
    }),
    build: async (request, slippageBasisPoints, isSimulated) => {
      const owner = parseAddress(request.user)
      const hops = await findRoute(request)
      const minOutput = (toAmountOf(hops) * (10_000n - slippageBasisPoints)) / 10_000n
      const instructions = await createInstructions(request, owner, hops, minOutput)
      const { value } = await callSvm(rpcUrl, 'getLatestBlockhash', [confirmed], latestBlockhashSchema)
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
      const simulationOptions = {
        ...confirmed,
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: true,
      }
      if (isSimulated) {
        const { err } = (
          await callSvm(rpcUrl, 'simulateTransaction', [data, simulationOptions], simulationSchema)
        ).value
        if (err != null) throw new InvalidSwapError(`The swap would fail: ${JSON.stringify(err)}`)
      }
      return { to: poolProgram, data, amount: String(isNative(request.from) ? request.amount : 0n) }
    },
  }
}
