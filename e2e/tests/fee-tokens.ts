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

/** A token that keeps 5 % of each transfer, on each chain; its holder has 1,000 of it, with two decimals. */
const granted = 100_000n

const receiptOf = (world: TestWorld, hash: `0x${string}`) => world.chain(1).receipt(hash)

/** Deploys the ERC-20 on Ethereum. */
export async function feeToken(world: TestWorld, holder: Address) {
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
  await receiptOf(world, await wallet.writeContract({ ...call, args: [holder, granted] }))
  return {
    address: contractAddress,
    /** In base units, from the contract itself. */
    balanceOf: async (owner: Address): Promise<bigint> => {
      const reader = createPublicClient({ transport: http(chain.rpcUrl) })
      const read = { abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const
      return reader.readContract({ address: contractAddress, ...read })
    },
  }
}

/** Creates the mint of Token-2022; returns its address. */
export const feeMint = (world: TestWorld, holder: string): Promise<string> =>
  makeExtendedMint(world.stack.solana.rpcUrl, {
    label: `five percent ${generatePrivateKey()}`,
    decimals: 2,
    extensions: [{ is: 'transfer-fee', basisPoints: 500, maximum: 1_000_000n }],
    holder,
    amount: granted,
  })
