import {
  type Address,
  createPublicClient,
  createWalletClient,
  erc20Abi,
  http,
  parseAbi,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { makeExtendedMint } from '#stack/chains/solana/extended-mints.ts'
import { feeTokenArtefact } from '#stack/contracts/out/fee-token.ts'
import type { TestWorld } from './world.ts'

/** Amount of the holder in base units: 1,000 tokens of two decimals. The tokens charge 5 % of each transfer. */
const mintedAmount = 100_000n

const receiptOf = (world: TestWorld, hash: `0x${string}`) => world.chain(1).receipt(hash)

/** Deploys the ERC-20 token with a fee on Ethereum. */
export async function deployFeeToken(world: TestWorld, holder: Address) {
  const chain = world.chain(1)
  const account = privateKeyToAccount(generatePrivateKey())
  await chain.setBalance(account.address, parseEther('1'))
  const wallet = createWalletClient({ account, transport: http(chain.rpcUrl) })
  const { abi, bytecode } = feeTokenArtefact
  const args = ['Five percent', 'FIVE', 2] as const
  const deployed = await wallet.deployContract({ abi, bytecode, args, chain: null })
  const { contractAddress } = await receiptOf(world, deployed)
  if (!contractAddress) throw new Error('The token has no address')
  const mint = parseAbi(['function mint(address to, uint256 amount)'])
  const call = { address: contractAddress, abi: mint, functionName: 'mint', chain: null } as const
  await receiptOf(world, await wallet.writeContract({ ...call, args: [holder, mintedAmount] }))
  return {
    address: contractAddress,
    /** Reads a balance from the contract, in base units. */
    balanceOf: async (owner: Address): Promise<bigint> => {
      const reader = createPublicClient({ transport: http(chain.rpcUrl) })
      const read = { abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const
      return reader.readContract({ address: contractAddress, ...read })
    },
  }
}

/** Creates the Token-2022 mint with a fee, and returns its address. */
export const createFeeMint = (world: TestWorld, holder: string): Promise<string> =>
  makeExtendedMint(world.stack.solana.rpcUrl, {
    label: `five percent ${generatePrivateKey()}`,
    decimals: 2,
    extensions: [{ is: 'transfer-fee', basisPoints: 500, maximum: 1_000_000n }],
    holder,
    amount: mintedAmount,
  })
