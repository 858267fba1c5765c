import { encodeAbiParameters } from 'viem/utils'
import type { Asset } from '../../chain-adapter.ts'
import { addressSchema, type Hex } from '../hex.ts'
import { multicall3, type TokenWorld, tokenWorld } from './anvil-world.ts'
import { deployContract, deployToken, sendAs } from './deploy.ts'
import { type DrawnTarget, encodeCall } from './random-transaction.ts'
import { bob } from './unit-world.ts'

/** The local chain with everything that a random transaction can take or grant, and an account that has some of each. */
export type ExecutionWorld = TokenWorld & {
  readonly account: Hex
  /** The two tokens of the bundled list. */
  readonly bundled: readonly [Hex, Hex]
  /** Contracts by kind; the account has ids 1 to 3 of the last two. */
  readonly tokens: readonly [Hex, ...Hex[]]
  readonly collection: Hex
  readonly operated: Hex
  /** Other accounts and contracts that calls name. */
  readonly others: readonly Hex[]
  readonly calls: readonly DrawnTarget[]
  /** Reverts everything that was sent since the start, so that no case depends on earlier ones. */
  reset(): Promise<void>
}

export const ids = [1n, 2n, 3n] as const
const amounts = [1n, 7n, 1_000n] as const

const tokenSignatures = [
  'transfer(address,uint256)',
  'transfer(address,uint256)',
  'approve(address,uint256)',
  'transferFrom(address,address,uint256)',
  'increaseAllowance(address,uint256)',
]

/** Starts a node, deploys, and approves the taker and Multicall3 with the account's key. */
export async function createExecutionWorld(): Promise<ExecutionWorld> {
  const world = await tokenWorld()
  const { node, wallet, native } = world
  const account = wallet.account.address
  try {
    const shop: Asset = { ...native, symbol: 'SHOP', name: 'Shop points', decimals: 2 }
    const unlisted = await deployToken(node, shop, account, 'token', 'tokenArtefact')
    const addressOf = ({ address }: Asset): Hex => addressSchema.parse(address)
    const bundled = [addressOf(world.token), addressOf(world.silentToken)] as const
    const tokens = [...bundled, addressOf(unlisted)] as const
    const list = encodeAbiParameters([{ type: 'address[]' }], [tokens])
    const [collection, operated, taker] = [
      await deployContract(node, 'collection', 'collectionArtefact'),
      await deployContract(node, 'operated-tokens', 'operatedTokensArtefact'),
      await deployContract(node, 'taker', 'takerArtefact', list),
    ]
    const setup = [
      ...ids.map((id) => ({ to: collection, data: encodeCall('mint(address,uint256)', [account, id]) })),
      ...ids.map((id) => ({
        to: operated,
        data: encodeCall('mint(address,uint256,uint256)', [account, id, 9n]),
      })),
      ...tokens.flatMap((to) =>
        [taker, multicall3].map((one) => ({ to, data: encodeCall('approve(address,uint256)', [one, 500n]) })),
      ),
    ]
    for (const [nonce, call] of setup.entries()) await sendAs(node, wallet.account, nonce, call)
    // A node that mines automatically and on request may mine a transaction again after a revert.
    await node.call('evm_setAutomine', false)
    let snapshot = await node.call('evm_snapshot')
    return {
      ...world,
      reset: async () => {
        await node.call('anvil_dropAllTransactions')
        if ((await node.call('evm_revert', snapshot)) !== true) throw new Error('The node undid nothing')
        snapshot = await node.call('evm_snapshot')
      },
      ...{ account, bundled, tokens, collection, operated },
      others: [bob, multicall3, taker],
      calls: [
        ...tokens.map((to) => ({ to, signatures: tokenSignatures, values: amounts })),
        {
          to: collection,
          signatures: [
            'approve(address,uint256)',
            'setApprovalForAll(address,bool)',
            'setApprovalForAll(address,bool)',
            'transferFrom(address,address,uint256)',
            'safeTransferFrom(address,address,uint256)',
          ],
          values: ids,
        },
        {
          to: operated,
          signatures: [
            'transfer(address,uint256,uint256)',
            'setOperator(address,bool)',
            'approve(address,uint256,uint256)',
          ],
          values: ids,
        },
        {
          to: multicall3,
          signatures: ['aggregate3((address target, bool allowFailure, bytes callData)[])'],
          values: amounts,
        },
        {
          to: taker,
          signatures: ['claim(address,bytes32[])', 'deposit()', 'mint(uint256)', 'multicall(bytes[])'],
          values: amounts,
        },
      ],
    }
  } catch (error) {
    await world.stop()
    throw error
  }
}
