import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  isHex,
  parseAbi,
  parseUnits,
} from 'viem'
import * as z from '#shared/zod.ts'
import { devAccount } from '../accounts.ts'
import { tokenArtefact } from '../contracts/out/token.ts'
import type { ChainPlan } from './local-chains.ts'
import { createAdminClient, createRunningChain } from './running-chain.ts'
import { type SentCall, sendAll } from './send-all.ts'
import { localTokens } from './tokens.ts'

/** Deploys Uniswap and owns the liquidity. A separate account, so that its nonces change no other contract address. */
const owner = devAccount('liquidity')
const contractAddressAt = (nonce: number): Address =>
  getContractAddress({ from: owner.address, nonce: BigInt(nonce) })

/** Addresses of Uniswap V2, the same on every chain that has it. */
export const uniswap = {
  factory: contractAddressAt(0),
  weth: contractAddressAt(1),
  router: contractAddressAt(2),
} as const

/** Local chains with Uniswap: the swap chain ids of the specification. */
export const swapChainIds: readonly number[] = [1, 8453]

/** The functions of the router that are called here (Uniswap V2, Router02). */
const routerAbi = parseAbi([
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256, uint256, uint256)',
  'function addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline) payable returns (uint256, uint256, uint256)',
])

const require = createRequire(import.meta.url)
const artefactSchema = z.object({ bytecode: z.string().check(z.regex(/^[0-9a-f]+$/)) })

/** Reads creation code from Uniswap's packages. They are GPL: read at boot of the local world, never bundled or copied. */
function creationCode(path: string, ...args: readonly Address[]): Hex {
  const { bytecode } = z.parse(artefactSchema, JSON.parse(readFileSync(path, 'utf8')))
  const encodedArgs =
    args.length === 0
      ? '0x'
      : encodeAbiParameters(
          args.map(() => ({ type: 'address' })),
          args,
        )
  const code = `0x${bytecode}${encodedArgs.slice(2)}`
  if (!isHex(code)) throw new Error(`${path} has no creation code`)
  return code
}

const distantDeadline = 2n ** 64n

/** Returns a local token by symbol, with a function that converts amounts to its base units. */
function poolToken(symbol: string) {
  const token = localTokens.find((candidate) => candidate.symbol === symbol)
  if (token === undefined) throw new Error(`There is no ${symbol}`)
  return { ...token, toBaseUnits: (amount: string) => parseUnits(amount, token.decimals) }
}

/** Deployments, then pools at about the prices of the feeds: ETH/USDC, ETH/DAI, USDC/DAI. */
function uniswapCalls(): readonly SentCall[] {
  const usdc = poolToken('USDC')
  const dai = poolToken('DAI')
  const mint = (token: Address, amount: bigint): SentCall => ({
    to: token,
    data: encodeFunctionData({ abi: tokenArtefact.abi, functionName: 'mint', args: [owner.address, amount] }),
  })
  const approve = (token: Address): SentCall => ({
    to: token,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [uniswap.router, 2n ** 256n - 1n],
    }),
  })
  const addEthLiquidity = (token: Address, amount: bigint, nativeAmount: bigint): SentCall => ({
    to: uniswap.router,
    value: nativeAmount,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: 'addLiquidityETH',
      args: [token, amount, 0n, 0n, owner.address, distantDeadline],
    }),
  })
  const addTokenLiquidity: SentCall = {
    to: uniswap.router,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: 'addLiquidity',
      args: [
        usdc.address,
        dai.address,
        usdc.toBaseUnits('1000000'),
        dai.toBaseUnits('1000200'),
        0n,
        0n,
        owner.address,
        distantDeadline,
      ],
    }),
  }
  const nativeAmount = parseUnits('1000', 18)
  return [
    {
      data: creationCode(require.resolve('@uniswap/v2-core/build/UniswapV2Factory.json'), owner.address),
    },
    { data: creationCode(require.resolve('@uniswap/v2-periphery/build/WETH9.json')) },
    {
      data: creationCode(
        require.resolve('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
        uniswap.factory,
        uniswap.weth,
      ),
    },
    mint(usdc.address, usdc.toBaseUnits('10000000')),
    mint(dai.address, dai.toBaseUnits('10000000')),
    approve(usdc.address),
    approve(dai.address),
    addEthLiquidity(usdc.address, usdc.toBaseUnits('3214570'), nativeAmount),
    addEthLiquidity(dai.address, dai.toBaseUnits('3215213'), nativeAmount),
    addTokenLiquidity,
  ]
}

/**
 * Deploys Uniswap V2 (factory, WETH, router) and fills its pools, by real transactions. The tokens must be deployed.
 * @throws Error when a transaction fails.
 */
export async function seedUniswap(plan: ChainPlan, rpcUrl: string): Promise<void> {
  const { client } = createRunningChain(plan, rpcUrl)
  await createAdminClient(plan, rpcUrl).setBalance({ address: owner.address, value: parseUnits('5000', 18) })
  await sendAll({ plan, rpcUrl, sender: owner, gas: 7_000_000n }, uniswapCalls())
  if ((await client.getCode({ address: uniswap.router })) === undefined)
    throw new Error(`Uniswap's router is not at ${uniswap.router}`)
}
