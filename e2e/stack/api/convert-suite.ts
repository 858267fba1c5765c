import { erc20Abi, type Hex, isHex, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { getConvertGasPrice, getConvertQuotes, getConvertTokens } from '#shared/api/convert.ts'
import { getBuildApprove, getConvertAllowance, postBuildTransaction } from '#shared/api/convert-calls.ts'
import { type Endpoint, endpointUrl, type QueryValues } from '#shared/api/endpoint.ts'
import { nativeEvmAddress, nativeTokenAddresses } from '#shared/api/price.ts'
import { devAccount } from '../accounts.ts'
import type { World } from '../boot.ts'
import { type RunningChain, waitForReceipt } from '../chains/running-chain.ts'
import { poolProgram } from '../chains/solana/pool.ts'
import { toBase58 } from '../chains/solana/wire-transaction.ts'
import { localTokens } from '../chains/tokens.ts'
import { uniswap } from '../chains/uniswap.ts'

/** Tests of `/v1/convert/*` on a world that others test too. */
export function convertSuite(booted: () => World): void {
  type Schema = z.core.$ZodType
  const common = { projectId: 'demo', st: 'drawbridge', sv: 'html-eip155-0.1.0' }
  const swapper = devAccount('spare-4')
  let world: World
  let chain: RunningChain

  beforeAll(() => {
    world = booted()
    const found = world.chains.find(({ plan }) => plan.chainId === 8453)
    if (!found) throw new Error('Base is not there')
    chain = found
  })

  const idOf = (address: string) => `eip155:8453:${address}`
  const addressOf = (symbol: string) => {
    const token = localTokens.find((known) => known.symbol === symbol)
    if (!token) throw new Error(`There is no ${symbol}`)
    return token.address
  }
  const native = idOf(nativeEvmAddress)
  const usdc = idOf(addressOf('USDC'))
  const user = idOf(swapper.address)

  const raw = <Q extends Schema>(endpoint: Endpoint<string, Q>, query: QueryValues<Q>, body?: unknown) =>
    fetch(endpointUrl(world.stack.widget.loopback, endpoint, {}, query, common), {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })

  async function call<Q extends Schema, R extends Schema>(
    endpoint: Endpoint<string, Q, R>,
    query: QueryValues<Q>,
    body?: unknown,
  ): Promise<z.output<R>> {
    const response = await raw(endpoint, query, body)
    expect(response.status).toBe(200)
    return z.parse(endpoint.response(), await response.json())
  }

  const quote = async (from: string, to: string, amount: bigint) =>
    (await call(getConvertQuotes, { amount: String(amount), userAddress: user, from, to })).quotes[0]

  const buildBody = (from: string, to: string, amount: bigint, slippage = 1) => ({
    amount: String(amount),
    eip155: { slippage },
    projectId: 'demo',
    from,
    to,
    userAddress: user,
  })

  /** Signs and sends what the service built, as a wallet would; resolves with the receipt. */
  async function send(tx: { to: string; data: string }, value: bigint) {
    const to = tx.to.slice('eip155:8453:'.length)
    if (!isHex(to) || !isHex(tx.data)) throw new Error('The service built no transaction')
    const { client } = chain
    const account = privateKeyToAccount(swapper.privateKey)
    const serializedTransaction: Hex = await account.signTransaction({
      to,
      data: tx.data,
      value,
      chainId: 8453,
      nonce: await client.getTransactionCount({ address: swapper.address }),
      gas: 400_000n,
      type: 'eip1559',
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 1n,
    })
    return waitForReceipt(client, await client.sendRawTransaction({ serializedTransaction }))
  }

  const dollars = () =>
    chain.client.readContract({
      address: addressOf('USDC'),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [swapper.address],
    })

  describe('swaps against Uniswap V2', () => {
    it('behavior: tokens and gas price are those of the chain, and other chains are refused', async () => {
      const { tokens } = await call(getConvertTokens, { chainId: 'eip155:8453' })
      expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI', 'USDT'])
      const { standard } = await call(getConvertGasPrice, { chainId: 'eip155:8453' })
      expect(standard).toBe(await chain.client.getGasPrice())
      expect((await raw(getConvertTokens, { chainId: 'eip155:31337' })).status).toBe(400)
    })

    it('behavior: ether becomes dollars, to the unit that was quoted', async () => {
      const amount = parseEther('0.5')
      const quoted = await quote(native, usdc, amount)
      const { tx } = await call(postBuildTransaction, {}, buildBody(native, usdc, amount))
      expect(tx.amount).toBe(amount)
      const before = await dollars()
      expect((await send(tx, tx.amount)).status).toBe('success')
      expect((await dollars()) - before).toBe(quoted?.toAmount)
    })

    it('behavior: dollars become ether after an approval of exactly the amount, which the swap uses up', async () => {
      const amount = parseUnits('100', 6)
      const body = buildBody(usdc, native, amount)
      expect((await raw(postBuildTransaction, {}, body)).status).toBe(400)
      const { tx } = await call(postBuildTransaction, {}, { ...body, disableEstimate: true })
      const approval = await call(getBuildApprove, {
        userAddress: user,
        from: usdc,
        to: native,
        amount: String(amount),
      })
      await send(approval.tx, 0n)
      const allowance = () => call(getConvertAllowance, { tokenAddress: usdc, userAddress: user })
      expect(await allowance()).toEqual({ allowance: amount })
      expect((await send(tx, 0n)).status).toBe('success')
      expect(await allowance()).toEqual({ allowance: 0n })
    })

    it('behavior: leave that a token only gives anew is taken back first, as the chain demands', async () => {
      const usdt = idOf(addressOf('USDT'))
      const approve = async (amount: bigint) => {
        const query = { userAddress: user, from: usdt, to: native, amount: String(amount) }
        return (await send((await call(getBuildApprove, query)).tx, 0n)).status
      }
      const allowance = async () =>
        (await call(getConvertAllowance, { tokenAddress: usdt, userAddress: user })).allowance
      expect([await approve(5n), await approve(7n), await allowance()]).toEqual(['success', 'reverted', 5n])
      expect([await approve(0n), await approve(7n), await allowance()]).toEqual(['success', 'success', 7n])
    })

    it('error: a swap whose price moved beyond the slippage is refused by the chain', async () => {
      const { tx } = await call(postBuildTransaction, {}, buildBody(native, usdc, parseEther('0.1'), 0.01))
      const { tx: rival } = await call(postBuildTransaction, {}, buildBody(native, usdc, parseEther('3')))
      expect((await send(rival, rival.amount)).status).toBe('success')
      const before = await dollars()
      expect((await send(tx, tx.amount)).status).toBe('reverted')
      expect(await dollars()).toBe(before)
    })

    it('error: where no pool is, the service says ‘insufficient liquidity’', async () => {
      const query = { amount: '1000', userAddress: user, from: native, to: idOf(addressOf('USDT')) }
      const answer = await raw(getConvertQuotes, query)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({ reasons: [{ description: 'insufficient liquidity' }] })
    })

    describe('on Solana', () => {
      const solanaId = (address: string) => `${world.stack.solana.id}:${address}`
      const mint = (symbol: string) => solanaId(world.stack.solana.mints[symbol]?.address ?? '')
      const coins = () => solanaId(nativeTokenAddresses.solana)
      const person = () => solanaId(world.stack.solana.accounts[0]?.address ?? '')
      const asked = (from: string, to: string, amount: bigint) => ({
        ...{ amount: String(amount), userAddress: person(), from, to },
      })

      it('behavior: coins and the tokens of the chain can be swapped, and no permission is needed', async () => {
        const { tokens } = await call(getConvertTokens, { chainId: world.stack.solana.id })
        expect(tokens.map(({ symbol, decimals, address }) => [symbol, decimals, address])).toEqual([
          ['SOL', 9, coins()],
          ['USDC', 6, mint('USDC')],
          ['BARN', 9, mint('BARN')],
        ])
        const query = { tokenAddress: mint('USDC'), userAddress: person() }
        expect((await call(getConvertAllowance, query)).allowance).toBe(2n ** 256n - 1n)
        const approve = { userAddress: person(), from: mint('USDC'), to: coins() }
        expect((await raw(getBuildApprove, approve)).status).toBe(400)
      })

      it('behavior: a quote is what the pools would pay, over two of them where need be, with their share', async () => {
        const one = await call(getConvertQuotes, asked(coins(), mint('USDC'), 10n ** 9n))
        // A SOL at 148.32 dollars, less 0.3 % and what it moves the price.
        expect(one.quotes[0]?.toAmount).toBeGreaterThan(147_800_000n)
        expect(one.quotes[0]?.toAmount).toBeLessThan(148_320_000n)
        expect(one.quotes[0]?.providerFee).toBe(3_000_000n)
        const two = await call(getConvertQuotes, asked(mint('USDC'), mint('BARN'), 10n ** 6n))
        expect(two.quotes[0]?.providerFee).toBe(5_991n)
      })

      it('behavior: what is built is a whole transaction of the account, which the chain runs', async () => {
        const body = {
          ...asked(coins(), mint('USDC'), 10n ** 9n),
          projectId: 'demo',
          solana: { slippage: 1 },
        }
        const { tx } = await call(postBuildTransaction, {}, body)
        expect(tx).toMatchObject({ from: person(), to: solanaId(poolProgram), amount: 10n ** 9n })
        const wire = Buffer.from(tx.data, 'base64')
        // One signature is awaited, and the payer is the first address after the header of the message.
        expect(wire[0]).toBe(1)
        const payer = wire.subarray(1 + 64 + 4 + 1, 1 + 64 + 4 + 1 + 32)
        expect(solanaId(toBase58(payer))).toBe(person())
      })

      it('error: without slippage, for more than there is, or for nothing, the service says why not', async () => {
        const refused = async (body: object) => {
          const answer = await raw(postBuildTransaction, {}, { projectId: 'demo', ...body })
          expect(answer.status).toBe(400)
          return answer.text()
        }
        const swap = asked(coins(), mint('USDC'), 10n ** 9n)
        expect(await refused(swap)).toContain('slippage is missing')
        const dear = { ...asked(coins(), mint('USDC'), 10n ** 14n), solana: { slippage: 1 } }
        expect(await refused(dear)).toContain('The swap would fail')
        const dust = await raw(getConvertQuotes, asked(mint('USDC'), coins(), 1n))
        expect(await dust.json()).toEqual({ reasons: [{ description: 'insufficient liquidity' }] })
      })
    })

    it('behavior: the router stands at its planned address on both chains', async () => {
      for (const { plan, client } of world.chains) {
        const code = await client.getCode({ address: uniswap.router })
        expect(code !== undefined, plan.name).toBe(plan.chainId !== 31337)
      }
    })
  })
}
