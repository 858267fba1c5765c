import { AccountRole, type Address, type Instruction } from '@solana/kit'
import { systemProgram, tokenProgram } from './addresses.ts'
import { poolAuthority, poolVault, wrappedSol } from './pool.ts'
import { sendSvm } from './send-svm.ts'
import { createTokenAccount, mintToAccount } from './token-instructions.ts'
import { mintAuthority, svmMints } from './tokens.ts'

/** Reserve of one mint in a pool, in base units. */
type Reserve = { readonly mint: Address; readonly amount: bigint }

const solReserve = (lamports: bigint): Reserve => ({ mint: wrappedSol, amount: lamports })

function tokenReserve(symbol: string, units: bigint): Reserve {
  const mint = svmMints.find((one) => one.symbol === symbol)
  if (mint === undefined) throw new Error(`There is no ${symbol}`)
  return { mint: mint.key.address, amount: units * 10n ** BigInt(mint.decimals) }
}

/** The pools, at about the prices of the feeds: SOL/USDC and SOL/BARN. A swap of USDC to BARN uses both. */
export const svmPools: readonly (readonly [Reserve, Reserve])[] = [
  [solReserve(10_000_000_000_000n), tokenReserve('USDC', 1_483_200n)],
  [solReserve(100_000_000_000n), tokenReserve('BARN', 352_300n)],
]

/** Lamports of all reserves, and some for the pools' accounts. */
export const poolLamports =
  svmPools
    .flat()
    .filter(({ mint }) => mint === wrappedSol)
    .reduce((sum, { amount }) => sum + amount, 0n) + 1_000_000_000n

const u64 = (value: bigint) => new Uint8Array(new BigUint64Array([value]).buffer)
const writableMeta = (address: Address) => ({ address, role: AccountRole.WRITABLE })
const writableSignerMeta = (address: Address) => ({ address, role: AccountRole.WRITABLE_SIGNER })

/** Instructions that wrap SOL into a token account: System transfer, then SyncNative. */
export const wrapSol = (payer: Address, account: Address, lamports: bigint): readonly Instruction[] => [
  {
    programAddress: systemProgram,
    accounts: [writableSignerMeta(payer), writableMeta(account)],
    data: Uint8Array.from([2, 0, 0, 0, ...u64(lamports)]),
  },
  { programAddress: tokenProgram, accounts: [writableMeta(account)], data: Uint8Array.of(17) },
]

/**
 * Fills the pools by real transactions of the mint authority, which needs `poolLamports`. The node has their program from
 * its start. @throws Error when a transaction fails.
 */
export async function seedPools(rpcUrl: string): Promise<void> {
  const payer = mintAuthority.address
  for (const pool of svmPools) {
    const [one, other] = pool
    const authority = await poolAuthority(one.mint, other.mint)
    for (const { mint, amount } of pool) {
      const vault = await poolVault(authority, mint)
      const createVault = await createTokenAccount(payer, authority, { address: mint, program: tokenProgram })
      const fill =
        mint === wrappedSol
          ? wrapSol(payer, vault, amount)
          : [mintToAccount(payer, mint, vault, amount, tokenProgram)]
      await sendSvm(rpcUrl, [createVault, ...fill], [mintAuthority])
    }
  }
}
